import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { seatTokenOf } from '../../../test/calls/seats.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { holdLock } from '../../../test/support/held-lock.ts'
import { openReplica } from '../../../test/support/replicas.ts'
import { defaultRateLimits } from '../../infra/security/rate-limits.ts'
import { offerSeats } from './offer-seats.ts'

const { seatOffersPerAddress } = defaultRateLimits
const portico = await openPortico({ rateLimits: { seatOffersPerAddress } })
await buildQuestionnaire(portico)
const [visitor, adam, vera] = [await portico.as(), await portico.as('adam'), await portico.as('vera')]
const about = (anonymousId: string) => ({ respondent: { anonymousId } })
const morning = '2026-12-10T18:00:00Z'
let workshopCount = 0

/** Opens a new workshop with these slots, and as many green respondents with the secrets of their links. */
async function open(slots: readonly { time: string; seats: number; languages?: ('es' | 'en')[] }[], people: number) {
  const name = `slots_${(workshopCount += 1)}`
  portico.setTime(morning)
  await buildWorkshop(portico, { name, isDefault: false })
  await adam.call.seats.saveSlots({ name, slots: slots.map((slot) => ({ languages: [], ...slot })) })
  const ids: string[] = []
  for (let at = 0; at < people; at += 1)
    ids.push(await buildRespondent(portico, { email: `slot${workshopCount}x${at}@respondents.example` }, { workshopName: name }))
  const seekers = await Promise.all(ids.map(async (anonymousId) => ({ anonymousId, token: await seatTokenOf(portico, anonymousId) })))
  const [first = { anonymousId: '', token: '' }] = seekers
  const times = (await visitor.call.seats.openSeat({ token: first.token })).slots.map(({ slotId }) => slotId)
  return { name, seekers, slotIds: times }
}

const seats = () => visitor.call.seats
const mailsTo = (n: number, at: number) => portico.outbox.filter(({ to }) => to === `slot${n}x${at}@respondents.example`)

it('a respondent can take, change and give back a seat, and every list shows their time', async () => {
  const { name, seekers, slotIds } = await open(
    [
      { time: '09:00', seats: 1 },
      { time: '10:30', seats: 2, languages: ['es'] },
    ],
    2,
  )
  const [one, two] = seekers
  const [anonymousId, token, other] = [one?.anonymousId ?? '', one?.token ?? '', two?.token ?? '']
  const [early = 0, late = 0] = slotIds
  const taken = await seats().takeSeat({ token, slotId: early })
  expect(taken).toMatchObject({ seat: { time: '09:00', offeredUntil: null }, waiting: null, workshop: { title: 'Citizenship Day' } })
  expect(taken.slots).toEqual([
    { slotId: early, time: '09:00', free: 0, languages: [] },
    { slotId: late, time: '10:30', free: 2, languages: ['es'] },
  ])
  await expect(seats().takeSeat({ token: other, slotId: early })).rejects.toThrow('This time has just filled up. Choose another one.')
  expect(await seats().takeSeat({ token, slotId: late })).toMatchObject({ seat: { time: '10:30' }, slots: [{ free: 1 }, { free: 1 }] })

  await portico.drain()
  expect(mailsTo(workshopCount, 0).at(-1)?.text).toMatch(/Time: 10:30\s?AM[^]*Change or cancel my time:\nhttp.*\/yourSeat#/)
  expect(mailsTo(workshopCount, 1).at(-1)?.text).toContain('Please choose the time at which you come.')
  const door = await vera.call.workshops.getDoorList({ name })
  expect(door.people.map(({ seatTime }) => seatTime)).toEqual(['10:30', undefined])
  portico.setTime('2026-12-11T18:00:00Z')
  const status = await visitor.call.responses.getStatus({ ...about(anonymousId), contact: `slot${workshopCount}x0@respondents.example` })
  expect(status.workshop).toMatchObject({ seat: { time: '10:30', token } })
  expect(await adam.call.seats.getSlots({ name })).toEqual({
    slots: [
      { time: '09:00', seats: 1, taken: 0, offered: 0, languages: [] },
      { time: '10:30', seats: 2, taken: 1, offered: 0, languages: ['es'] },
    ],
    waiting: 0,
  })
  await expect(adam.call.seats.saveSlots({ name, slots: [{ time: '09:00', seats: 1, languages: [] }] })).rejects.toThrow('At 10:30')
  expect(await seats().cancelSeat({ token })).toMatchObject({ seat: null, slots: [{ free: 1 }, { free: 2 }] })
})

it('a freed seat is offered once to the respondent who has waited longest, and to the next one when the offer expires', async () => {
  const { seekers, slotIds } = await open([{ time: '09:00', seats: 1 }], 3)
  const [holder = '', first = '', second = ''] = seekers.map(({ token }) => token)
  const [slotId = 0] = slotIds
  await seats().takeSeat({ token: holder, slotId })
  await expect(seats().joinWaitingList({ token: holder })).rejects.toThrow('There are free seats')
  expect((await seats().joinWaitingList({ token: first })).waiting).toEqual({ ahead: 0 })
  expect((await seats().joinWaitingList({ token: second })).waiting).toEqual({ ahead: 1 })
  expect((await seats().joinWaitingList({ token: first })).waiting).toEqual({ ahead: 0 })
  await seats().cancelSeat({ token: holder })
  await expect(seats().takeSeat({ token: holder, slotId })).rejects.toThrow('This time has just filled up')
  await expect(seats().takeSeat({ token: second, slotId })).rejects.toThrow('This time has just filled up')

  portico.setTime('2026-12-11T05:00:00Z')
  await offerSeats(portico.services)
  expect((await seats().openSeat({ token: first })).seat).toBeNull()
  portico.setTime('2026-12-11T17:30:00Z')
  await Promise.all([offerSeats(portico.services), offerSeats(portico.services)])
  expect(await seats().openSeat({ token: first })).toMatchObject({
    seat: { slotId, offeredUntil: '2026-12-12T17:30:00.000Z' },
    waiting: null,
  })
  expect(await seats().openSeat({ token: second })).toMatchObject({ seat: null, waiting: { ahead: 0 } })
  await portico.drain()
  const offers = mailsTo(workshopCount, 1).filter(({ subject }) => subject === 'A time is free for you: Citizenship Day')
  expect(offers.map(({ text }) => text)).toEqual([expect.stringMatching(/Please answer before: Saturday, December 12, 2026[^]*9:30\s?AM/)])

  const preview = await adam.call.agency.previewInvitation(about(seekers[1]?.anonymousId ?? ''))
  expect(preview.text).toContain('Please choose the time at which you come.')
  expect(preview.text).not.toMatch(/9:00/)

  portico.setTime('2026-12-12T18:00:00Z')
  await expect(seats().takeSeat({ token: first, slotId })).rejects.toThrow('This time has just filled up')
  await offerSeats(portico.services)
  expect(await seats().openSeat({ token: first })).toMatchObject({ seat: null, waiting: null })
  expect((await seats().takeSeat({ token: second, slotId })).seat).toMatchObject({ offeredUntil: null })
})

it('a seat is not offered to someone who stopped but whose place could not be removed yet; control: it is to the next', async () => {
  const { seekers, slotIds } = await open([{ time: '11:00', seats: 1 }], 3)
  const [holder = '', first = '', second = ''] = seekers.map(({ token }) => token)
  await seats().takeSeat({ token: holder, slotId: slotIds[0] ?? 0 })
  for (const token of [first, second]) await seats().joinWaitingList({ token })
  await seats().cancelSeat({ token: holder })
  await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [seekers[1]?.anonymousId])
  const held = await holdLock(portico, 'select from waiting_place for update')
  await offerSeats(portico.services)
  await held.release()
  await offerSeats(portico.services)
  expect((await seats().openSeat({ token: second })).seat?.offeredUntil).toEqual(expect.any(String))
})

it('an offer on the last day expires after an hour, and none is made within the last hour', async () => {
  const { seekers, slotIds } = await open([{ time: '11:00', seats: 1 }], 3)
  const [holder = '', first = '', second = ''] = seekers.map(({ token }) => token)
  const [slotId = 0] = slotIds
  await seats().takeSeat({ token: holder, slotId })
  for (const token of [first, second]) await seats().joinWaitingList({ token })
  await seats().cancelSeat({ token: holder })
  portico.setTime('2026-12-19T17:10:00Z')
  await offerSeats(portico.services)
  expect((await seats().openSeat({ token: first })).seat?.offeredUntil).toBe('2026-12-19T18:10:00.000Z')
  portico.setTime('2026-12-19T18:15:00Z')
  await offerSeats(portico.services)
  expect(await seats().openSeat({ token: second })).toMatchObject({ seat: null, waiting: { ahead: 0 } })
  portico.setTime('2026-12-20T18:00:00Z')
  await expect(seats().openSeat({ token: second })).rejects.toThrow('This link has already been used or has expired')
})

it('the seat of a respondent who is no longer green, asked us to stop or was deleted becomes free', async () => {
  const { name, seekers, slotIds } = await open([{ time: '09:00', seats: 3 }], 3)
  const [slotId = 0] = slotIds
  for (const { token } of seekers) await seats().takeSeat({ token, slotId })
  const [red = '', stopped = '', deleted = ''] = seekers.map(({ anonymousId }) => anonymousId)
  const taken = async () => (await adam.call.seats.getSlots({ name })).slots.map((slot) => slot.taken)
  const ask = async (anonymousId: string, kind: 'stop' | 'delete') => {
    await adam.call.privacy.recordRequest({ ...about(anonymousId), kind })
    const { items } = await adam.call.privacy.getRequestList({ open: true })
    await adam.call.privacy.completeRequest({ id: items.find((item) => item.anonymousId === anonymousId)?.id ?? 0 })
  }
  await ask(deleted, 'delete')
  expect(await taken()).toEqual([2])
  await ask(stopped, 'stop')
  expect((await visitor.rest('seats/openSeat', { token: seekers[1]?.token })).body.error_id).toBe('INVALID_CODE')
  await adam.call.agency.submitRespondentStatusOverride({ ...about(red), status: { flag: 'red', reason: 'Court' } })
  await expect(seats().openSeat({ token: await seatTokenOf(portico, red) })).rejects.toThrow(
    'This link has already been used or has expired',
  )
  await offerSeats(portico.services)
  expect(await taken()).toEqual([0])
})

it.each([
  ['of the e-mail address invalidates the link and creates a new one', { email: 'theirs@respondents.example' }, true],
  ['control: of the name alone keeps the link', { fullName: 'Lucía Corregida' }, false],
])('a correction %s', async (_what, answers: Record<string, string>, ends) => {
  const { seekers, slotIds } = await open([{ time: '09:00', seats: 1 }], 1)
  const [{ anonymousId, token } = { anonymousId: '', token: '' }] = seekers
  await adam.call.corrections.correctAnswers({ ...about(anonymousId), answers, reason: 'Another mailbox', version: 0 })
  const before = await visitor.rest('seats/openSeat', { token })
  expect(before.body.error_id).toBe(ends ? 'INVALID_CODE' : undefined)
  // On the first day the status does not reveal who was found to be welcome at once.
  portico.setTime('2026-12-11T18:00:00Z')
  await vera.call.seats.setSeat({ ...about(anonymousId), slotId: slotIds[0] ?? 0 })
  const contact = answers['email'] ?? `slot${workshopCount}x0@respondents.example`
  const now = await visitor.call.responses.getStatus({ ...about(anonymousId), contact })
  expect(now.workshop?.seat?.token === token).toBe(!ends)
  expect(await visitor.call.seats.openSeat({ token: now.workshop?.seat?.token ?? '' })).toMatchObject({ seat: { time: '09:00' } })
})

it('staff of the workshop can assign, move and free a seat, and the respondent is notified', async () => {
  const { seekers, slotIds } = await open(
    [
      { time: '09:00', seats: 1 },
      { time: '10:00', seats: 1 },
    ],
    2,
  )
  const [one = '', other = ''] = seekers.map(({ anonymousId }) => anonymousId)
  const [early = 0, late = 0] = slotIds
  await portico.drain()
  expect(await vera.call.seats.setSeat({ ...about(one), slotId: early })).toMatchObject({ seat: { time: '09:00' } })
  await expect(vera.call.seats.setSeat({ ...about(other), slotId: early })).rejects.toThrow('This time has just filled up')
  await vera.call.seats.setSeat({ ...about(one), slotId: late })
  await portico.drain()
  const news = mailsTo(workshopCount, 0).filter(({ subject }) => subject === 'Changed: Citizenship Day')
  expect(news.map(({ text }) => text)).toEqual([expect.stringMatching(/Time: 10:00\s?AM/)])
  expect((await adam.call.seats.setSeat({ ...about(one), slotId: null })).seat).toBeNull()
  await expect((await portico.as('victor')).call.seats.getSeat(about(one))).rejects.toThrow('Not found')
  const elsewhere = await open([{ time: '09:00', seats: 1 }], 1)
  const foreign = { ...about(one), slotId: elsewhere.slotIds[0] ?? 0 }
  await expect(adam.call.seats.setSeat(foreign)).rejects.toThrow('This time has just filled up')
})

/** Creates this many green respondents in the same workshop and returns the secrets of their links. */
async function crowd(anonymousId: string, people: number): Promise<string[]> {
  const rows = await portico.sql<{ id: string }>(
    `insert into respondent (anonymous_id, workshop_id, questionnaire_id, language, submitted_at, submitted_on, key_id, wrapped_key, sealed_contact,
       sealed_answers, initial_flag, current_flag, must_telephone, initial_reds, current_reds)
     select anonymous_id || '-' || n, workshop_id, questionnaire_id, language, submitted_at, submitted_on, key_id, wrapped_key, sealed_contact,
       sealed_answers, initial_flag, current_flag, must_telephone, initial_reds, current_reds
     from respondent, generate_series(1, $2::integer) n where anonymous_id = $1 returning anonymous_id as id`,
    [anonymousId, people],
  )
  return Promise.all(rows.map(({ id }) => seatTokenOf(portico, id)))
}

/** Lets everyone try to take a seat concurrently, or else join the waiting list, and returns the outcome of each. */
function rush(replicas: readonly FastifyInstance[], tokens: readonly string[], slotIds: readonly number[]): Promise<string[]> {
  const post = async (at: number, call: string, payload: object): Promise<string> => {
    const body = (await replicas[at % replicas.length]?.inject({ method: 'POST', url: `/api/seats/${call}`, payload }))?.json()
    // The server is overloaded and asks for a retry.
    if (body?.error_id === 'UNAVAILABLE') return post(at, call, payload)
    return body?.success ? 'done' : String(body?.error_id)
  }
  return Promise.all(
    tokens.map(async (token, at) => {
      for (const offset of slotIds.keys()) {
        const outcome = await post(at, 'takeSeat', { token, slotId: slotIds[(at + offset) % slotIds.length] })
        if (outcome !== 'SLOT_NOT_FREE') return outcome === 'done' ? 'seat' : outcome
      }
      const outcome = await post(at, 'joinWaitingList', { token })
      return outcome === 'done' ? 'waits' : outcome
    }),
  )
}

it('of 200 respondents who concurrently want 50 seats on two replicas, 50 get one and 150 wait', { timeout: 120_000 }, async () => {
  const slots = [
    { time: '09:00', seats: 20 },
    { time: '10:00', seats: 30 },
  ]
  const { name, seekers, slotIds } = await open(slots, 1)
  const tokens = await crowd(seekers[0]?.anonymousId ?? '', 200)
  const outcomes = await rush([await openReplica(portico), await openReplica(portico)], tokens, slotIds)
  expect(Object.fromEntries([...Map.groupBy(outcomes, (one) => one)].map(([one, all]) => [one, all.length]))).toEqual({
    seat: 50,
    waits: 150,
  })
  expect(await adam.call.seats.getSlots({ name })).toMatchObject({ slots: [{ taken: 20 }, { taken: 30 }], waiting: 150 })
  const both = await portico.sql('select from seat join waiting_place using (respondent_id)')
  expect(both).toEqual([])
})

it('control: without locks, more respondents are told that they have a seat than have one', { timeout: 60_000 }, async () => {
  const { name, seekers, slotIds } = await open([{ time: '09:00', seats: 20 }], 1)
  const tokens = await crowd(seekers[0]?.anonymousId ?? '', 20)
  const lockless = [await openReplica(portico, { withoutLocks: true }), await openReplica(portico, { withoutLocks: true })]
  const outcomes = await rush(lockless, tokens, slotIds)
  const taken = (await adam.call.seats.getSlots({ name })).slots[0]?.taken
  expect(outcomes.filter((one) => one === 'seat').length).toBeGreaterThan(taken ?? 0)
})

it('a secret that the database cannot store is a validation error rather than a server error', async () => {
  for (const token of ['\u0000.x', 'K7QM-2XWD-94HTR.\ud800'])
    expect((await visitor.rest('seats/openSeat', { token })).body).toMatchObject({ error_id: 'VALIDATION_ERROR' })
})

it("one mailbox gets a limited number of offers a day; exceeding it blocks nobody else and keeps the respondent's place", async () => {
  const { name, seekers, slotIds } = await open([{ time: '09:00', seats: 1 }], 2)
  const [holder = '', other = ''] = seekers.map(({ token }) => token)
  const [slotId = 0] = slotIds
  const pest = await buildRespondent(portico, { email: 'somebody+else@respondents.example' }, { workshopName: name })
  const token = await seatTokenOf(portico, pest)
  for (let times = 0; times <= seatOffersPerAddress.hits; times += 1) {
    await seats().takeSeat({ token: holder, slotId })
    await seats().joinWaitingList({ token })
    await seats().cancelSeat({ token: holder })
    if (times === seatOffersPerAddress.hits) await seats().joinWaitingList({ token: other })
    await offerSeats(portico.services)
    await portico.drain()
    if (times < seatOffersPerAddress.hits) await seats().cancelSeat({ token })
  }
  const offers = portico.outbox.filter(
    ({ to, subject }) => to === 'somebody+else@respondents.example' && subject.includes('A time is free'),
  )
  expect(offers).toHaveLength(seatOffersPerAddress.hits)
  expect(await seats().openSeat({ token })).toMatchObject({ seat: null, waiting: { ahead: 0 } })
  expect((await seats().openSeat({ token: other })).seat).toMatchObject({ slotId, offeredUntil: expect.any(String) })
  await seats().cancelSeat({ token: other })
  await portico.sql('update rate_counter set window_start = window_start - make_interval(secs => $1)', [seatOffersPerAddress.seconds + 1])
  await offerSeats(portico.services)
  expect(await seats().openSeat({ token })).toMatchObject({ seat: { slotId, offeredUntil: expect.any(String) }, waiting: null })
})
