import { beforeEach, describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../support/builders.ts'
import { openPortico } from '../support/harness.ts'
import { poolUse } from '../../src/infra/postgres/orm.ts'
import { callsAtOnce } from '../../src/infra/security/turns/caller-turns.ts'
import { defaultRateLimits } from '../../src/infra/security/rate-limits.ts'
import { sendMessages } from '../../src/features/messages/outbox.ts'

const { seatNoticesPerAddress } = defaultRateLimits
const portico = await openPortico({ rateLimits: { seatNoticesPerAddress } })
await buildQuestionnaire(portico)
const [adam, vera] = [await portico.as('adam'), await portico.as('vera')]
const start = Date.parse('2026-12-10T18:00:00Z')
const day = 24 * 60 * 60_000

let workshops = 0
let name = ''
let slots: number[] = []
let people: { anonymousId: string; email: string }[] = []
// Two invited respondents of a workshop with a seat at 9:00 and one at 10:00.
beforeEach(async () => {
  portico.setTime(new Date(start).toISOString())
  name = `slots_${(workshops += 1)}`
  await buildWorkshop(portico, { name, isDefault: false })
  await adam.call.seats.saveSlots({ name, slots: ['09:00', '10:00'].map((time) => ({ time, seats: 1, languages: [] })) })
  people = []
  for (const who of ['one', 'other']) {
    const email = `${who}${workshops}@respondents.example`
    people.push({ anonymousId: await buildRespondent(portico, { email }, { workshopName: name }), email })
  }
  const seat = await adam.call.seats.getSeat({ respondent: { anonymousId: people[0]?.anonymousId ?? '' } })
  slots = seat.slots.map(({ slotId }) => slotId)
  await sendUntil(0)
})

/** Sends what is due this long after the start. */
async function sendUntil(ms: number): Promise<void> {
  portico.setTime(new Date(start + ms).toISOString())
  await sendMessages(portico.services, new AbortController().signal, false)
}
const seatAt = (who: number, slot: number) =>
  vera.call.seats.setSeat({ respondent: { anonymousId: people[who]?.anonymousId ?? '' }, slotId: slots[slot] ?? 0 })
const notices = (who: number) =>
  portico.outbox.filter(({ to, subject }) => to === people[who]?.email && subject === 'Changed: Citizenship Day').map(({ text }) => text)

it('several changes of a seat in a row are one notice, which has the last seat', async () => {
  await seatAt(0, 0)
  await sendUntil(9_000)
  await seatAt(0, 1)
  await sendUntil(10_000)
  expect(notices(0)).toEqual([expect.stringMatching(/Time: 10:00\s?AM/)])
})

/** Moves a respondent to and fro, 20 seconds apart, until they are seated at 10:00. */
async function moveOften(who: number): Promise<void> {
  for (let times = 0; times < 40; times += 1) {
    await seatAt(who, times % 2)
    await sendUntil(20_000 * (times + 1))
  }
}

it('an address gets a limited number of notices a day, and then one with the seat of that time', async () => {
  await moveOften(0)
  expect(notices(0)).toHaveLength(seatNoticesPerAddress.hits)
  await seatAt(1, 0)
  await sendUntil(day / 2)
  expect(notices(0)).toHaveLength(seatNoticesPerAddress.hits)
  expect(notices(1), 'control: another address').toHaveLength(1)
  await sendUntil(2 * day)
  expect(notices(0).slice(seatNoticesPerAddress.hits)).toEqual([expect.stringMatching(/Time: 10:00\s?AM/)])
})

it('a notice that waits for the next day leaves with the notice of a changed workshop', async () => {
  await moveOften(0)
  const before = notices(0).length
  const { title } = await adam.call.workshops.getWorkshop({ name })
  await adam.call.workshops.saveWorkshop({ name, title, address: { line1: '2 New Street', city: 'San Jose' } })
  await adam.call.workshops.sendChangeNotice({ name })
  await sendUntil(20_000 * 40)
  expect(notices(0).slice(before)).toEqual([expect.stringContaining('2 New Street')])
  await sendUntil(2 * day)
  expect(notices(0)).toHaveLength(before + 1)
})

it('more seats than the pool has connections can be set at once', { timeout: 60_000 }, async () => {
  const crowd = 4 * poolUse(portico.services.orm).size + 7
  await adam.call.seats.saveSlots({ name, slots: [{ time: '11:00', seats: crowd, languages: [] }] })
  const email = `crowd${workshops}@respondents.example`
  const ids: string[] = []
  for (let at = 0; at < crowd; at += 1) ids.push(await buildRespondent(portico, { email }, { workshopName: name }))
  await sendUntil(0)
  const { slots: free } = await adam.call.seats.getSeat({ respondent: { anonymousId: ids[0] ?? '' } })
  // Of one account, only some calls run at a time.
  const staff = await Promise.all((['vera', 'adam', 'rosa', 'ana', 'ben'] as const).map((member) => portico.as(member)))
  expect(staff.length * callsAtOnce).toBeGreaterThan(poolUse(portico.services.orm).size)
  const slotId = free[0]?.slotId ?? 0
  const answers = await Promise.allSettled(
    ids.map(async (anonymousId, index) => staff[index % staff.length]?.call.seats.setSeat({ respondent: { anonymousId }, slotId })),
  )
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  const written = await portico.sql(
    `select from message join respondent on respondent.id = respondent_id where kind = 'workshop-change' and anonymous_id = any($1)`,
    [ids],
  )
  expect(written, 'control: each had to be counted').toHaveLength(crowd)
})

const mailsTo = (who: number) => portico.outbox.filter(({ to }) => to === people[who]?.email).length
const later = 20_000 * 41

const resend = {
  'messages/sendAgain': async (who: number) => {
    const { items } = await adam.call.messages.getMessageList({ workshopName: name, kind: 'invitation' })
    const about = items.find(({ anonymousId }) => anonymousId === people[who]?.anonymousId)
    await adam.call.messages.sendAgain({ id: about?.id ?? 0 })
  },
  'agency/sendInvitationAgain': (who: number) =>
    adam.call.agency.sendInvitationAgain({ respondent: { anonymousId: people[who]?.anonymousId ?? '' } }),
}
describe.each(Object.entries(resend))('%s', (_call, sendAgain) => {
  it('sends an invitation while a notice waits for the next day, and replaces it', async () => {
    await moveOften(0)
    const before = mailsTo(0)
    await sendAgain(0)
    await sendUntil(later)
    expect(mailsTo(0)).toBe(before + 1)
    await sendUntil(2 * day)
    expect(mailsTo(0)).toBe(before + 1)
  })

  it('sends no invitation while a notice leaves in a moment', async () => {
    await seatAt(0, 0)
    await expect(sendAgain(0)).rejects.toThrow('A message to them is already on its way.')
  })
})

it('the notice of a move replaces one that waits for the next day', async () => {
  await moveOften(0)
  const before = mailsTo(0)
  const elsewhere = `${name}_elsewhere`
  await buildWorkshop(portico, { name: elsewhere, isDefault: false })
  const respondent = { anonymousId: people[0]?.anonymousId ?? '' }
  await adam.call.corrections.moveRespondent({ respondent, workshopName: elsewhere, reason: 'Works that day', version: 0 })
  await sendUntil(later)
  expect(mailsTo(0)).toBe(before + 1)
  await sendUntil(2 * day)
  expect(mailsTo(0)).toBe(before + 1)
})
