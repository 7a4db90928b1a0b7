import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { buildRespondent, buildWorkshop, twoReds, workshopName } from '../../../../test/support/builders.ts'
import type { GatewayMode } from '../../../../test/support/text-gateway.ts'
import { newNumber, openTextPortal } from '../../../../test/support/text-portal.ts'
import { remindRespondents } from '../reminders.ts'

const { portico, gateway, here, arrive, textsTo, logOf, stateOf, reply } = await openTextPortal()
const report = (reportTo: string, MessageStatus: string) =>
  gateway.tell(reportTo.replace(portico.services.publicUrl, here), reportTo, { MessageSid: 'SM1', MessageStatus })

describe('a text message', () => {
  it('reminds at most three of those who share a number', async () => {
    const number = newNumber()
    for (const day of [21, 22]) {
      portico.setTime(`2026-11-${day}T20:00:01Z`)
      for (let times = 0; times < 3; times += 1) await arrive(number)
      await portico.drain()
    }
    expect(textsTo(number), 'control: all were invited').toHaveLength(6)
    portico.setTime('2026-12-12T20:00:00Z')
    await remindRespondents(portico.services)
    await portico.drain()
    expect(textsTo(number)).toHaveLength(9)
  })

  it('invites a respondent who gave only a number, in the contact language, with date, place and how to stop', async () => {
    const number = newNumber()
    const anonymousId = await arrive(number, { contactLanguage: 'es' })
    const before = portico.outbox.length
    await portico.drain()
    expect(portico.outbox).toHaveLength(before)
    const [text, ...more] = textsTo(number)
    expect(more).toEqual([])
    expect(text).toMatchObject({ from: '+14085550100', reportTo: expect.stringContaining('https://portico.test/texts/status/') })
    const [short, day, place, mine, stop] = (text?.body ?? '').split('\n')
    expect(short).toBe('Portico: Puede venir a nuestro taller: Citizenship Day.')
    expect(day).toMatch(/dic/)
    expect(place).toBeTruthy()
    expect(mine).toBe(`Su número personal: ${anonymousId}`)
    expect(stop).toContain('STOP')
    expect(await logOf(anonymousId)).toMatchObject({
      messages: [{ kind: 'invitation', channel: 'text', state: 'sent' }],
      textsStopped: false,
    })
  })

  it('records delivery reports in any order, and the respondent must be telephoned until it is delivered', async () => {
    const number = newNumber()
    const anonymousId = await arrive(number)
    await portico.drain()
    const mustTelephone = async () =>
      (await (await portico.as('adam')).call.responses.getResponseForAdmin({ respondent: { anonymousId } })).respondent.mustTelephone
    const reportTo = textsTo(number)[0]?.reportTo ?? ''
    expect(await mustTelephone()).toBe(true)
    expect((await report(reportTo, 'sent')).status).toBe(204)
    await report(reportTo, 'undelivered')
    expect(await stateOf(anonymousId)).toBe('undelivered')
    expect(await mustTelephone()).toBe(true)
    const changes = (await portico.as('adam')).call.responses.getChanges
    const { cursor } = await changes({ count: 100 })
    await Promise.all([report(reportTo, 'delivered'), report(reportTo, 'delivered')])
    const told = await changes({ cursor, count: 100 })
    expect(told.changes.map((change) => [change.anonymousId, change.entry?.respondent.mustTelephone])).toEqual([[anonymousId, false]])
    await report(reportTo, 'failed')
    expect(await stateOf(anonymousId)).toBe('delivered')
    expect(await mustTelephone()).toBe(false)
    const list = (await portico.as('adam')).call.messages.getMessageList
    const { items } = await list({ channel: 'text', state: 'delivered' })
    expect(items.map((item) => item.anonymousId)).toContain(anonymousId)
    expect((await list({ channel: 'email', state: 'delivered' })).items).toEqual([])
  })

  it("is delayed until morning in the workshop's time zone", async () => {
    const number = newNumber()
    await arrive(number)
    portico.setTime('2026-11-22T08:00:00Z')
    await portico.drain()
    expect(textsTo(number)).toEqual([])
    portico.setTime('2026-11-22T18:00:00Z')
    await portico.drain()
    expect(textsTo(number)).toHaveLength(1)
  })

  it('is not sent to countries that are not allowed, nor to respondents who gave an e-mail address', async () => {
    // Vietnam, Jamaica, and a premium number.
    const numbers = ['+84912345678', '+18765550123', '+19005550123']
    const foreign = await Promise.all(numbers.map((number) => arrive(number)))
    const both = newNumber()
    await arrive(both, { email: 'both@respondents.example' })
    await portico.drain()
    expect(numbers.flatMap(textsTo)).toEqual([])
    expect(textsTo(both)).toEqual([])
    expect(portico.outbox.some(({ to }) => to === 'both@respondents.example')).toBe(true)
    for (const anonymousId of foreign) expect(await stateOf(anonymousId)).toBe('not-sent')
  })

  it('is sent at most three times a day to one number for one workshop, first and repeated ones together', async () => {
    const number = newNumber()
    for (let sent = 0; sent < 4; sent += 1) await arrive(number)
    await portico.drain()
    expect(textsTo(number)).toHaveLength(3)
  })

  it('is sent for every kind of message about their workshop, including an offered seat', async () => {
    const [workshop, number] = ['with_seats', newNumber()]
    await buildWorkshop(portico, { name: workshop, isDefault: false })
    const adam = await portico.as('adam')
    await adam.call.seats.saveSlots({ name: workshop, slots: [{ time: '10:30', seats: 1, languages: [] }] })
    const anonymousId = await buildRespondent(portico, { email: '', phone: number }, { workshopName: workshop })
    const id = '(select id from respondent where anonymous_id = $1)'
    await portico.sql(`update seat set respondent_id = ${id}, offered_until = '2026-11-22T20:00:00Z'`, [anonymousId])
    const others = ['invitation-again', 'workshop-change', 'reminder-week', 'reminder-day', 'seat-offer']
    await portico.sql(
      `insert into message (kind, respondent_id, created_at, due_at) select kind, ${id}, now(), '2026-11-21' from unnest($2::text[]) kind`,
      [anonymousId, others],
    )
    await portico.drain()
    const { messages } = await logOf(anonymousId)
    const left = messages.map(({ kind, channel, state }) => `${kind}: ${channel}, ${state}`)
    expect(left.toSorted()).toEqual(['invitation', ...others].map((kind) => `${kind}: text, sent`).toSorted())
    expect(textsTo(number).map(({ body }) => body)).toContainEqual(expect.stringMatching(/^Portico: [^]*10:30[^]*\/yourSeat#/))
  })

  it('is announced in the preview of a correction, which then sends it', async () => {
    const adam = await portico.as('adam')
    const green = { hasGreenCard: 'yes', taxesFiled: 'yes' }
    const foretold = async (phone: string, answers: Record<string, string> = green) => {
      const respondent = { anonymousId: await arrive(phone, twoReds) }
      return { respondent, ...(await adam.call.corrections.previewCorrection({ respondent, answers })) }
    }
    const [number, stopped] = [newNumber(), newNumber()]
    await reply(stopped, 'STOP')
    const { respondent, invitation, version } = await foretold(number)
    expect([
      invitation,
      (await foretold(number, { ...green, email: 'first@respondents.example' })).invitation,
      (await foretold(stopped)).invitation,
      (await foretold('+84912345678')).invitation,
      (await foretold('+84912345678', { ...green, phone: newNumber() })).invitation,
    ]).toEqual(['goes-out-as-text', 'goes-out', 'none', 'none', 'goes-out-as-text'])
    await adam.call.corrections.correctAnswers({ respondent, answers: green, reason: 'She misread it.', version })
    portico.setTime('2026-11-21T20:01:00Z')
    await portico.drain()
    expect(textsTo(number)).toHaveLength(1)
  })

  it('is sent for announcements and changes of place', async () => {
    const number = newNumber()
    await arrive(number)
    await portico.drain()
    const adam = await portico.as('adam')
    const draft = { workshopName, texts: { en: { subject: 'Another room', text: 'Come to room 4.' } } }
    const { respondents } = await adam.call.announcements.previewAnnouncement(draft)
    const sent = await adam.call.announcements.sendAnnouncement({ ...draft, key: '5f0c2c1e-3c3b-4d1e-9a52-6d6a4c1f2b10' })
    expect(sent.respondents).toBe(respondents)
    await portico.drain()
    expect(textsTo(number).at(-1)?.body).toMatch(/^Portico: Another room\nCome to room 4\.\nReply STOP/)
    await portico.sql(`update workshop set address = '{"line1": "2 New Street", "city": "San José"}' where name = $1`, [workshopName])
    await adam.call.workshops.sendChangeNotice({ name: workshopName })
    await portico.drain()
    expect(textsTo(number).at(-1)?.body).toMatch(/changed(.|\n)*2 New Street/)
  })
})

const announcing: readonly [what: string, mode: GatewayMode, leaves: boolean, texts: number][] = [
  ['accepts', 'take', false, 1],
  ['refuses temporarily', { status: 429, code: 20_429 }, false, 1],
  ['refuses temporarily, to somebody who then leaves', { status: 429, code: 20_429 }, true, 1],
  ['accepts without a response', 'drop', false, 1],
  ['refuses because of the number', { status: 400, code: 21_614 }, false, 0],
]
it.each(announcing)('an announcement that the gateway %s goes once to a shared number', async (_what, mode, leaves, expected) => {
  portico.setTime('2026-11-21T20:00:00Z')
  const number = newNumber()
  const name = `shared_${number.slice(1)}`
  await buildWorkshop(portico, { name, isDefault: false })
  const answers = { email: '', phone: number }
  const first = await buildRespondent(portico, answers, { workshopName: name })
  for (let people = 0; people < 2; people += 1) await buildRespondent(portico, answers, { workshopName: name })
  await portico.drain()
  const adam = await portico.as('adam')
  const texts = { en: { subject: 'Another room', text: 'Come to room 5.' } }
  const { respondents } = await adam.call.announcements.sendAnnouncement({ workshopName: name, texts, key: crypto.randomUUID() })
  expect(respondents).toBe(1)
  const announced = () => textsTo(number).filter(({ body }) => body.includes('room 5'))
  const asked = gateway.asked
  gateway.mode = mode
  await portico.drain()
  gateway.mode = 'take'
  expect(gateway.asked - asked, 'one attempt for the number, not for each person').toBe(1)
  const moved = { respondent: { anonymousId: first }, workshopName, reason: 'Lives there', version: 0 }
  if (leaves) await adam.call.corrections.moveRespondent(moved)
  for (const minute of [5, 10]) {
    portico.setTime(`2026-11-21T20:${String(minute).padStart(2, '0')}:00Z`)
    await portico.drain()
  }
  expect(announced()).toHaveLength(expected)
  const [listed] = await adam.call.announcements.getAnnouncementList()
  expect(listed).toMatchObject({ respondents: 1, sent: expected, waiting: 0 })
})

describe('a text that the gateway', () => {
  const tries: readonly [what: string, mode: GatewayMode, state: string, askedAgain: boolean][] = [
    ['refuses temporarily is sent later', { status: 429, code: 20_429 }, 'waiting', true],
    ['refuses because of our account is sent later', { status: 401, code: 20_003 }, 'waiting', true],
    ['loses is sent again', 'lose', 'waiting', true],
    ['does not answer is sent again', 'hang', 'waiting', true],
    ['accepts without a response is not sent again', 'drop', 'waiting', false],
    ['refuses because of the number is not retried', { status: 400, code: 21_614 }, 'undelivered', false],
  ]
  it.each(tries)('%s', async (_what, mode, state, askedAgain) => {
    const number = newNumber()
    const anonymousId = await arrive(number)
    gateway.mode = mode
    await portico.drain()
    expect(await stateOf(anonymousId)).toBe(state)
    gateway.mode = 'take'
    const asked = gateway.asked
    portico.setTime('2026-11-21T20:05:00Z')
    await portico.drain()
    await portico.drain()
    expect(gateway.asked - asked).toBe(askedAgain ? 1 : 0)
    expect(textsTo(number)).toHaveLength(state === 'undelivered' ? 0 : 1)
    expect(await stateOf(anonymousId)).toBe(state === 'waiting' ? 'sent' : state)
  })

  it('accepts before the worker crashes is not handed over again; control: without the record it is', async () => {
    const [number, forgotten] = [newNumber(), newNumber()]
    const died = await arrive(number)
    const control = await arrive(forgotten)
    gateway.mode = 'drop'
    await portico.drain()
    // Another worker finds what the crashed one left: the record is committed, what came after is not.
    await portico.sql(
      `update message set handed_over_at = null, handed_over_hash = null from respondent
       where respondent.id = respondent_id and anonymous_id = $1`,
      [control],
    )
    gateway.mode = 'take'
    portico.setTime('2026-11-21T20:05:00Z')
    await portico.drain()
    expect([textsTo(number).length, textsTo(forgotten).length]).toEqual([1, 2])
    expect([await stateOf(died), await stateOf(control)]).toEqual(['sent', 'sent'])
  })

  it.each(['hang', 'drop', 'take'] as const)('was asked to take (%s) is stored without what recipients share', async (mode) => {
    const name = `announced_${mode}`
    await buildWorkshop(portico, { name, isDefault: false })
    for (const contactLanguage of ['en', 'es', 'es']) {
      const person = { email: '', phone: newNumber(), contactLanguage }
      await buildRespondent(portico, person, { workshopName: name })
    }
    await portico.drain()
    const texts = { en: { subject: 'Room', text: 'Room 4.' }, es: { subject: 'Sala', text: 'Sala 4.' } }
    await (await portico.as('adam')).call.announcements.sendAnnouncement({ workshopName: name, texts, key: randomUUID() })
    gateway.mode = mode
    await portico.drain()
    const [stored] = await portico.sql<{ hashes: number; different: number }>(
      `select count(handed_over_hash)::integer as hashes, count(distinct handed_over_hash)::integer as different from message
       join respondent on respondent.id = respondent_id join workshop on workshop.id = workshop_id
       where workshop.name = $1 and kind = 'announcement'`,
      [name],
    )
    expect(stored).toEqual(mode === 'take' ? { hashes: 0, different: 0 } : { hashes: 3, different: 3 })
  })

  it('accepted without confirming is sent again if its content has changed since', async () => {
    const number = newNumber()
    const anonymousId = await arrive(number)
    gateway.mode = 'drop'
    await portico.drain()
    gateway.mode = 'take'
    portico.setTime('2026-11-21T20:05:00Z')
    await portico.sql(`update workshop set address = '{"line1": "3 Other Street", "city": "San José"}' where name = $1`, [workshopName])
    await portico.drain()
    const texts = textsTo(number).map(({ body }) => body)
    expect(texts).toEqual([expect.not.stringContaining('3 Other Street'), expect.stringContaining('3 Other Street')])
    expect(await stateOf(anonymousId)).toBe('sent')
  })

  it('rejects as unsubscribed stops texts to the number', async () => {
    const number = newNumber()
    const anonymousId = await arrive(number)
    gateway.mode = { status: 400, code: 21_610 }
    await portico.drain()
    expect(await logOf(anonymousId)).toMatchObject({ messages: [{ state: 'undelivered' }], textsStopped: true })
  })
})
