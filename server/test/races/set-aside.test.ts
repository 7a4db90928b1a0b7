import { beforeEach, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, today } from '../support/builders.ts'
import { openPortico } from '../support/harness.ts'
import { holdLock } from '../support/held-lock.ts'

const portico = await openPortico()
const [adam, ana, vera, visitor] = [await portico.as('adam'), await portico.as('ana'), await portico.as('vera'), await portico.as()]
await buildQuestionnaire(portico)
await buildWorkshop(portico, { eventDate: today, selfCheckIn: true })
const [ofAna] = await portico.sql<{ agencyId: number }>(
  `select agency_id as "agencyId" from agency_member join account on account.id = account_id where account.name like 'Ana %'`,
)
const agencyId = ofAna?.agencyId ?? 0

let people = 0
let respondent = { anonymousId: '' }
const arrive = () => buildRespondent(portico, { email: `person${(people += 1)}@respondents.example` })

const arriveAtAgency = async () => {
  respondent = { anonymousId: await arrive() }
  await adam.call.responses.assignRespondent({ respondent, agencyId })
}
beforeEach(arriveAtAgency)

/** Begins a change of a case: it waits before its audit entry, with the row locked, until `finish` lets it commit. */
async function begin(change: () => Promise<unknown>) {
  const held = await holdLock(portico, 'lock table audit_entry in share row exclusive mode')
  const changing = change()
  await held.untilWaiting(1)
  return {
    untilWaiting: () => held.untilWaiting(2),
    async finish() {
      await held.release()
      await changing
    },
  }
}

const withdraw = () => adam.call.corrections.withdrawRespondent({ respondent, reason: 'Asked for it' })
const checkInByStaff = () => vera.call.workshops.respondentCheckIn({ respondent })
const waysToSetAside: [string, () => Promise<() => Promise<unknown>>][] = [
  [
    'asked us to stop',
    async () => {
      await adam.call.privacy.recordRequest({ respondent, kind: 'stop' })
      const { items } = await adam.call.privacy.getRequestList({ open: true, pagination: { count: 100 } })
      const id = items.find(({ anonymousId }) => anonymousId === respondent.anonymousId)?.id ?? 0
      return () => adam.call.privacy.completeRequest({ id })
    },
  ],
  ['was withdrawn', async () => withdraw],
  [
    'was merged into another case',
    async () => {
      const into = { anonymousId: await arrive() }
      return () => adam.call.corrections.mergeRespondents({ respondent, into, reason: 'One person' })
    },
  ],
]

it.each(waysToSetAside)('someone who %s while a check-in waits is not checked in', async (_how, prepare) => {
  const first = await begin(await prepare())
  const checkingIn = checkInByStaff().catch((error: unknown) => error)
  await first.untilWaiting()
  await first.finish()
  expect(await checkingIn).toMatchObject({ cause: { id: 'NOT_FOUND' } })
  expect(await portico.sql('select checked_in_at from respondent where anonymous_id = $1', [respondent.anonymousId])).toEqual([
    { checked_in_at: null },
  ])
})

it.each<[string, () => Promise<unknown>]>([
  ['check themselves in', () => visitor.call.workshops.respondentCheckIn({ respondent })],
  ['be claimed', () => ana.call.agency.claimCase({ respondent })],
  ['be called', () => ana.call.agency.recordCall({ respondent, outcome: 'reached' })],
  ['get a note', () => ana.call.agency.addNote({ respondent, text: 'Seen' })],
])('someone who was withdrawn in the meantime cannot %s; control: another person can', async (_what, write) => {
  const first = await begin(withdraw)
  const writing = write().catch((error: unknown) => error)
  await first.untilWaiting()
  await first.finish()
  expect(await writing).toMatchObject({ cause: { id: 'NOT_FOUND' } })
  await arriveAtAgency()
  await write()
})

it('someone who was moved to another agency in the meantime cannot be claimed', async () => {
  const other = (await adam.call.agency.getAllAgencies()).find(({ id }) => id !== agencyId)
  const first = await begin(() => adam.call.responses.assignRespondent({ respondent, agencyId: other?.id ?? 0 }))
  const claiming = ana.call.agency.claimCase({ respondent }).catch((error: unknown) => error)
  await first.untilWaiting()
  await first.finish()
  expect(await claiming).toMatchObject({ cause: { id: 'NOT_FOUND' } })
})

it('whoever knows the contact of a case that was merged meanwhile gets no link to the kept case; control: another person does', async () => {
  const email = `person${people}@respondents.example`
  const links = async () => {
    await portico.drain()
    return portico.outbox.filter(({ to, text }) => to === email && text.includes('/yourData#')).length
  }
  const send = () => visitor.call.privacy.sendLink({ respondent, contact: email, kind: 'delete' })
  await send()
  expect(await links()).toBe(1)
  const into = { anonymousId: await arrive() }
  const merging = await begin(() => adam.call.corrections.mergeRespondents({ respondent, into, reason: 'One person' }))
  const sending = send()
  await merging.untilWaiting()
  await merging.finish()
  expect(await sending).toEqual({})
  expect(await links()).toBe(1)
})
