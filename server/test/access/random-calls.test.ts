import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answerPosition } from '../../src/features/responses/review/answer-ids.ts'
import { missingId, workshopDay } from '../calls/world.ts'
import { auditTrail, newestEntry } from '../support/audit-trail.ts'
import { viaRest, type Answer } from '../support/both-transports.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, workshopName } from '../support/builders.ts'
import { openPortico } from '../support/harness.ts'
import { recount } from '../support/recount.ts'

// Respondents with unique names at two workshops; two agencies, two volunteers, an admin, a translator and a visitor make calls in random
// order.
const isLong = Boolean(process.env['PORTICO_LONG'])
const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
await buildWorkshop(portico, { name: 'evening', isDefault: false, eventDate: '2026-12-19' })
portico.setTime(workshopDay)

const people: string[] = []
const oneRed = { taxesFiled: 'no' }
const nameOf = (at: number) => `Canary${String.fromCodePoint(65 + at)}q`
for (let at = 0; at < 10; at += 1) {
  const place = { workshopName: at % 3 === 2 ? 'evening' : workshopName }
  const email = `${nameOf(at)}@respondents.example`
  const answers = { fullName: nameOf(at), email, contactLanguage: at % 4 === 0 ? 'vi' : 'es', ...(at % 2 === 1 && oneRed) }
  people.push(await buildRespondent(portico, answers, place))
}
const idsIn = async (sql: string) => (await portico.sql<{ id: number }>(sql)).map(({ id }) => Number(id))
const { answerFlags } = await (
  await portico.as('adam')
).call.responses.getRespondentAnswerInfo({ respondent: { anonymousId: people[1] ?? '' } })
const positions = answerFlags.flaggedAnswers.flatMap(({ answerId, initialFlag }) =>
  initialFlag === 'red' ? answerPosition(answerId).position : [],
)
const agencyIds = await idsIn('select id from agency order by id')
const [veraId = 0, victorId = 0] = await idsIn(`select id from account where name in ('Vera Varga', 'Victor Vo') order by name`)
const respondentIds = await idsIn('select id from respondent order by id')
await portico.sql(`delete from workshop_agency where agency_id = $1 and workshop_id = (select id from workshop where name = 'evening')`, [
  agencyIds[0],
])
await portico.sql('update workshop set self_check_in = true')

const names = ['adam', 'ana', 'ben', 'vera', 'victor', 'tara'] as const
const tokens = new Map<string, string | undefined>()
for (const name of names) tokens.set(name, (await portico.as(name)).accessToken)

const person = fc.constantFrom(...people, missingId)
const about = fc.record({ respondent: fc.record({ anonymousId: person }) })
const at = fc.constantFrom(workshopName, 'evening', 'nowhere')
const agencyId = fc.constantFrom(...agencyIds)
const query = fc.constantFrom('Canary', ...people.map((_id, index) => nameOf(index)), 'respondents.example', ...people.slice(0, 3))
const listed = {
  filter: fc.record({ query }, { requiredKeys: [] }),
  pagination: fc.record({ offset: fc.nat(3), count: fc.integer({ min: 1, max: 20 }) }),
}
const flag = fc.constantFrom('red', 'green', 'green')
const reason = fc.constant('On second thoughts')
const override = fc
  .record({ of: fc.constantFrom(...respondentIds), position: fc.constantFrom(...positions), flag, reason })
  .map(({ of, position, ...rest }) => ({ answerId: of * 1_024 + position, ...rest }))
const status = fc.oneof(fc.record({ flag: fc.constant('green') }), fc.record({ flag: fc.constant('red'), reason }))
const grant = { accountIds: fc.constantFrom([veraId], [victorId]), granted: fc.boolean(), workshopName: at }
const door = ['workshops.getDoorList', 'workshops.findLikelyDuplicates', 'workshops.getDayReport']
const deciding = /Override$|undoDecision|withdrawForce|correctAnswers/

const calls: Readonly<Record<string, fc.Arbitrary<object>>> = {
  'responses.getAllResponses': fc.record({ ...listed }),
  'responses.getWorkshopGreenDotResponses': fc.record({ name: at, ...listed }),
  'agency.getAssignedRespondents': fc.record({ agencyId, ...listed }),
  'agency.getDecidedRespondents': fc.record({ agencyId }),
  'messages.getMessageList': fc.record({ workshopName: at }, { requiredKeys: [] }),
  'workshops.getDoorList': fc.record({ name: at }),
  'workshops.getDayReport': fc.record({ name: at }),
  'workshops.findLikelyDuplicates': fc.record({ name: at, fullName: query }),
  'agency.submitAnswerOverride': override,
  'responses.submitWorkshopGreenDotAnswerOverride': override,
  'agency.submitRespondentStatusOverride': fc.tuple(about, status).map(([who, to]) => ({ ...who, status: to })),
  'responses.submitWorkshopGreenDotRespondentStatusOverride': fc.tuple(about, status).map(([who, to]) => ({ ...who, status: to })),
  'agency.undoDecision': fc.tuple(about, fc.nat(4)).map(([who, version]) => ({ ...who, version })),
  'responses.withdrawForce': about.map((who) => ({ ...who, reason: 'Taken back' })),
  'responses.assignRespondent': fc.tuple(about, agencyId).map(([who, to]) => ({ ...who, agencyId: to })),
  'corrections.correctAnswers': fc
    .tuple(about, fc.nat(2), fc.constantFrom('yes', 'no'))
    .map(([who, version, taxesFiled]) => ({ ...who, version, answers: { taxesFiled }, reason: 'Misread' })),
  'admin.changeWorkshopAccess': fc.record(grant),
  'agency.addNote': fc.tuple(about, fc.boolean()).map(([who, shared]) => ({ ...who, text: 'Seen', shared })),
  'workshops.undoCheckIn': about.map((who) => ({ ...who, reason: 'Somebody else' })),
}
for (const path of [
  'responses.getResponseForAdmin',
  'responses.getRespondentAnswerInfo',
  'responses.getWorkshopGreenDotRespondent',
  'responses.getWorkshopGreenDotAnswerInfo',
  'agency.getAssignedRespondent',
  'agency.getContactLog',
  'agency.previewInvitation',
  'agency.getNotes',
  'agency.claimCase',
  'seats.getSeat',
  'workshops.respondentCheckIn',
  'workshops.isRespondentCheckedIn',
])
  Object.assign(calls, { [path]: about })

// Lists reveal the most, so they are called more often.
const lists = Object.keys(calls).filter((path) => /Respondents$|Responses$/.test(path))
const anyCall = fc.constantFrom(...Object.keys(calls), ...lists, ...lists).chain((path) =>
  fc.record({
    path: fc.constant(path),
    who: fc.constantFrom(...names, 'adam', 'ana', 'ben', 'nobody'),
    input: calls[path] ?? fc.constant({}),
  }),
)

interface Call {
  readonly path: string
  readonly who: string
  readonly input: object
}

interface Seen {
  readonly anonymousId: string
  readonly flag: string
  readonly mine: boolean
  readonly here: boolean
}

/** Returns whom an account may see now, in SQL that is independent of the server's scopes. */
async function seenBy(who: string): Promise<Seen[]> {
  const agencies = `select agency_id from agency_member join account on account.id = account_id where email = $1 || '@portico.example'`
  return portico.sql<Seen & Record<string, unknown>>(
    `select anonymous_id "anonymousId", current_flag "flag", $1 = 'adam' or coalesce(agency_id in (${agencies}), false) as mine,
      $1 = 'adam' or workshop_id in (select workshop_id from workshop_agency where agency_id in (${agencies}))
      or workshop_id in (select workshop_id from workshop_access join account on account.id = account_id
        where email = $1 || '@portico.example' and revoked_at is null) as here
     from respondent order by id`,
    [who],
  )
}

function mayBeTold(path: string, { mine, here, flag }: Seen): boolean {
  return mine || (here && (door.includes(path) || flag === 'green'))
}

async function noted(since: number, who: string): Promise<string[]> {
  const caller = who === 'nobody' ? null : who
  return (await auditTrail(portico, since)).flatMap(({ by, subjects }) => (by === caller ? subjects : []))
}

/**
 * Returns the faults of a response: a server error, a respondent out of reach or missing from the audit trail, or one who turned green
 * without a decision.
 */
async function faultsOf({ path, who, input }: Call): Promise<string[]> {
  const since = await newestEntry(portico)
  const before = await seenBy(who)
  const answer: Answer = await viaRest(portico.app, path, input, { token: tokens.get(who) })
  const after = await seenBy(who)
  const subjects = await noted(since, who)
  const said = `${who} ${path} ${JSON.stringify(input)}: ${answer.status} ${answer.id ?? ''}`
  const faults = answer.status >= 500 ? [`${said}: a defect`] : []
  const found = subjects.flatMap((subject) => (subject.startsWith('found:') ? Number(subject.slice(6)) : []))
  const inAnswer = before.filter(({ anonymousId }, index) => answer.ok && tells(answer.text, anonymousId, nameOf(index), input))
  tally.told += inAnswer.length
  for (const one of inAnswer) {
    if (!mayBeTold(path, one)) faults.push(`${said}: tells of ${one.anonymousId}`)
    if (!subjects.includes(`respondent:${one.anonymousId}`) && !found.some((count) => count >= inAnswer.length))
      faults.push(`${said}: ${one.anonymousId} is not in the audit trail`)
  }
  for (const [index, one] of before.entries()) {
    const turned = one.flag !== 'green' && after[index]?.flag === 'green'
    if (turned) tally.turned += 1
    if (turned && !(answer.ok && deciding.test(path) && isAbout(input, one.anonymousId, index)))
      faults.push(`${said}: ${one.anonymousId} turned green`)
    if (turned && !one.mine && !one.here) faults.push(`${said}: turned green from afar`)
  }
  return faults
}

function tells(text: string, anonymousId: string, name: string, input: unknown): boolean {
  const repeated = JSON.stringify(input).includes(anonymousId)
  return text.includes(name) || (!repeated && text.includes(anonymousId))
}

function isAbout(input: unknown, anonymousId: string, index: number): boolean {
  const { answerId } = input as { answerId?: number }
  if (answerId !== undefined) return answerPosition(answerId).respondentId === respondentIds[index]
  return JSON.stringify(input).includes(anonymousId)
}

const tally = { told: 0, turned: 0 }

const sentence = 'whatever is called in whatever order, nobody is told of anybody out of reach, or unnoted, and no flag turns by itself'

it(sentence, { timeout: 300_000 }, async () => {
  // Scripted calls that reveal and change something, to verify that the test notices both.
  const answerId = (respondentIds[1] ?? 0) * 1_024 + (positions[0] ?? 0)
  const scripted: readonly (readonly [path: string, input: object])[] = [
    ['responses.getAllResponses', {}],
    ['agency.submitAnswerOverride', { answerId, flag: 'green', reason: 'Seen' }],
    ['agency.submitRespondentStatusOverride', { respondent: { anonymousId: people[1] }, status: { flag: 'green' } }],
  ]
  for (const [path, input] of scripted) expect(await faultsOf({ path, who: 'adam', input })).toEqual([])
  expect(tally).toEqual({ told: people.length, turned: 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 50, maxLength: 50 }), async (made) => {
      const faults: string[] = []
      for (const call of made) faults.push(...(await faultsOf(call)))
      expect([...faults, ...(await recount(portico))]).toEqual([])
    }),
    { numRuns: isLong ? 20 : 4, seed: isLong ? randomInt(2 ** 31) : 7, endOnFailure: true },
  )
})
