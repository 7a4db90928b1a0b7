import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds, workshopName } from '../../../../test/support/builders.ts'
import { openPortico, type Portico } from '../../../../test/support/harness.ts'
import { openTextGateway, type GatewayMode, type TestGateway } from '../../../../test/support/text-gateway.ts'
import { defaultRateLimits } from '../../../infra/security/rate-limits.ts'
import { gatewayAddress, httpTextGateway, type TextGateway } from '../../../infra/texts/text-gateway.ts'

let gateway: TestGateway
let portico: Portico
let here: string

beforeAll(async () => {
  gateway = await openTextGateway()
  const address = gatewayAddress(gateway.url)
  if (!address) throw new Error('The gateway has no address')
  const { repliesPerNumber } = defaultRateLimits
  const [patient, hasty] = [httpTextGateway(address, ['1']), httpTextGateway(address, ['1'], 300)]
  // Only a gateway known to hang gets the short timeout; others may be slow on a busy machine.
  const texts: TextGateway = { ...patient, send: (text) => (gateway.mode === 'hang' ? hasty : patient).send(text) }
  portico = await openPortico({ texts, rateLimits: { repliesPerNumber } })
  await buildQuestionnaire(portico)
  await buildWorkshop(portico)
  here = await portico.app.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.mode = 'take'
  portico.setTime('2026-11-21T20:00:00Z')
  await portico.sql('update message set due_at = null')
})

let turn = 0
const newNumber = () => `+1408555${String((turn += 1)).padStart(4, '0')}`
const arrive = (phone: string, changed: Record<string, string> = {}) => buildRespondent(portico, { email: '', phone, ...changed })
const textsTo = (number: string) => gateway.taken.filter(({ to }) => to === number)
const logOf = async (anonymousId: string) => (await portico.as('adam')).call.agency.getContactLog({ respondent: { anonymousId } })
const stateOf = async (anonymousId: string) => (await logOf(anonymousId)).messages[0]?.state
const report = (reportTo: string, MessageStatus: string) =>
  gateway.tell(reportTo.replace(portico.services.publicUrl, here), reportTo, { MessageSid: 'SM1', MessageStatus })

let sid = 0
const reply = (From: string, Body: string, more: Record<string, string> = {}, token?: string) =>
  gateway.tell(
    `${here}/texts/reply`,
    `${portico.services.publicUrl}/texts/reply`,
    { MessageSid: `MM${(sid += 1)}`, From, Body, ...more },
    token,
  )

describe('a text message', () => {
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

describe('a text reply', () => {
  it('is stored as one sealed line on every case of its number, however often it is delivered', async () => {
    const number = newNumber()
    const people = [await arrive(number), await arrive(number, { ...twoReds })]
    const form = { MessageSid: 'MM-same', From: number, Body: 'Can I bring my daughter?', NumMedia: '1' }
    const send = () => gateway.tell(`${here}/texts/reply`, `${portico.services.publicUrl}/texts/reply`, form)
    const answers = await Promise.all([send(), send(), send()])
    for (const answer of answers) expect(await answer.text()).toContain('<Response></Response>')
    for (const anonymousId of people)
      expect((await logOf(anonymousId)).replies).toEqual([
        { text: 'Can I bring my daughter?', attachments: 1, receivedAt: '2026-11-21T20:00:00.000Z' },
      ])
    const [row] = await portico.sql<{ sealed: Buffer }>('select sealed from text_reply order by id desc limit 1')
    expect(row?.sealed.includes('daughter')).toBe(false)
  })

  it('is recorded on at most 20 cases of its number, the most recently texted first', async () => {
    const number = newNumber()
    const texted = await arrive(number)
    await portico.drain()
    const noted = async () => (await portico.sql('select from text_reply')).length
    const before = await noted()
    // More cases than the limit give the same number afterwards.
    for (let others = 0; others < 20; others += 1) await arrive(number)
    await reply(number, 'I come')
    expect([(await noted()) - before, (await logOf(texted)).replies.length]).toEqual([20, 1])
  })

  it('is shown only to the person who was texted, not to others who gave the same number', async () => {
    const number = newNumber()
    const texted = await arrive(number)
    await portico.drain()
    const other = await arrive(number, { email: `other${turn}@respondents.example` })
    await portico.drain()
    await reply(number, 'My husband is in court that day')
    const { call } = await portico.as('adam')
    await call.privacy.recordRequest({ respondent: { anonymousId: texted }, kind: 'correct', text: 'I have an e-mail address now' })
    const [request] = (await call.privacy.getRequestList({ pagination: { offset: 0 } })).items
    const contact = { fullName: 'Mai', email: `texted${turn}@respondents.example`, phoneNumber: number }
    await call.privacy.completeRequest({ id: request?.id ?? 0, contact })
    const shownTo = async (anonymousId: string, email: string) => {
      const visitor = await portico.as()
      await visitor.call.privacy.sendLink({ respondent: { anonymousId }, contact: email, kind: 'see' })
      await portico.drain()
      const mailed = portico.outbox.findLast(({ to, text }) => to === email && text.includes('/yourData#see='))
      const token = /#see=([\w-]+)/.exec(mailed?.text ?? '')?.[1] ?? ''
      return (await visitor.call.privacy.openLink({ token })).data.replies.map(({ text }) => text)
    }
    expect(await shownTo(texted, contact.email)).toEqual(['My husband is in court that day'])
    expect(await shownTo(other, `other${turn}@respondents.example`)).toEqual([])
  })

  it('with STOP in any language ends texts to its number, with START resumes them, with HELP says who we are', async () => {
    const number = newNumber()
    const anonymousId = await arrive(number, { contactLanguage: 'vi' })
    await portico.drain()
    expect(await (await reply(number, 'Dung lai')).text()).toContain('<Message>Quý vị sẽ không nhận tin nhắn của Portico nữa.')
    expect(await logOf(anonymousId)).toMatchObject({ textsStopped: true, replies: [{ text: 'Dung lai' }] })
    await arrive(number, { contactLanguage: 'vi' })
    await portico.drain()
    expect(textsTo(number)).toHaveLength(1)
    expect(await (await reply(number, 'help')).text()).toContain('<Message>Portico nhắn tin')
    // The gateway has already answered this one.
    expect(await (await reply(number, 'START', { OptOutType: 'START' })).text()).toContain('<Response></Response>')
    await arrive(number)
    await portico.drain()
    expect(textsTo(number)).toHaveLength(2)
  })

  it('from an unknown number leaves no trace except for its STOP', async () => {
    const number = newNumber()
    const count = async () => (await portico.sql('select from text_reply')).length
    const before = await count()
    expect((await reply(number, 'Who is this?')).status).toBe(200)
    expect(await count()).toBe(before)
    await reply(number, 'stop')
    await arrive(number)
    await portico.drain()
    expect(textsTo(number)).toEqual([])
  })

  it('is recorded and answered at most thirty times an hour per number; STOP is always applied', async () => {
    const number = newNumber()
    const anonymousId = await arrive(number)
    const answers: string[] = []
    for (let sent = 0; sent < 32; sent += 1) answers.push(await (await reply(number, 'HELP')).text())
    expect(answers.filter((answer) => answer.includes('<Message>'))).toHaveLength(30)
    const entries = async () => (await portico.sql(`select from audit_entry where action = 'texts.takeReply'`)).length
    const before = await entries()
    for (const _time of [1, 2]) expect(await (await reply(number, 'STOP')).text()).toContain('<Response></Response>')
    expect((await entries()) - before).toBe(1)
    const { replies, textsStopped } = await logOf(anonymousId)
    expect([replies.length, textsStopped]).toEqual([30, true])
  })

  it('with a wrong or missing signature is rejected, as is such a delivery report', async () => {
    const number = newNumber()
    const anonymousId = await arrive(number)
    await portico.drain()
    const reportTo = textsTo(number)[0]?.reportTo ?? ''
    const there = (address: string) => address.replace(portico.services.publicUrl, here)
    const answers = await Promise.all([
      reply(number, 'STOP', {}, 'another token'),
      fetch(`${here}/texts/reply`, { method: 'POST', body: new URLSearchParams({ From: number, Body: 'STOP', MessageSid: 'X' }) }),
      gateway.tell(there(reportTo), `${reportTo}0`, { MessageStatus: 'delivered' }),
      fetch(there(reportTo), { method: 'POST', body: new URLSearchParams({ MessageStatus: 'delivered' }) }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(
      (await fetch(`${here}/texts/reply`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(415)
    expect(await logOf(anonymousId)).toMatchObject({ messages: [{ state: 'sent' }], replies: [], textsStopped: false })
  })
})
