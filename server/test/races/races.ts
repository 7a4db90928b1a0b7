import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { answerIdIn, newCase, type World } from '../calls/world.ts'
import { viaRest, viaTrpc, type Answer } from '../support/both-transports.ts'
import { buildAnswers, buildRespondent, buildWorkshop, questionnaireName, sampleForm, twoReds, workshopName } from '../support/builders.ts'
import type { Person } from '../support/harness.ts'
import { recount } from '../support/recount.ts'
import type { Order } from './orders.ts'

/** Two servers on one database, and their callers: one is called through REST, the other through tRPC. */
export interface Arena {
  readonly world: World
  readonly apps: readonly [FastifyInstance, FastifyInstance]
  /** The order of the calls of a meeting. */
  readonly order: Order
  readonly people: Readonly<Record<'adam' | 'rosa' | 'ana' | 'ben' | 'vera' | 'visitor', Person>>
}

/** Two calls that compete; returns what was not fair about the outcome. */
export type Meeting = (arena: Arena, round: number) => Promise<string[]>

const reason = 'Seen and discussed.'
const about = (anonymousId: string) => ({ respondent: { anonymousId } })

async function meet(arena: Arena, ...calls: readonly (readonly [Person, string, unknown])[]): Promise<Answer[]> {
  const made = calls.map(([who, path, input], index) => async () => {
    const [app, transport] = index % 2 === 0 ? [arena.apps[0], viaRest] : [arena.apps[1], viaTrpc]
    return transport(app, path, input, { token: who.accessToken })
  })
  return arena.order(made)
}

const outcomes = (answers: readonly Answer[]) =>
  answers.map((answer) => answer.id ?? 'done').toSorted((one, other) => (one < other ? -1 : 1))
const unless = (fair: boolean, what: string) => (fair ? [] : [what])
const among = (answers: readonly Answer[], ...fair: readonly string[]) =>
  unless(fair.includes(outcomes(answers).join()), `outcomes ${outcomes(answers).join()}`)

async function decisionsOn({ world }: Arena, anonymousId: string): Promise<number> {
  const [row] = await world.portico.sql<{ n: number }>(
    `select count(*)::int n from decision d join respondent r on r.id = d.respondent_id where anonymous_id = $1`,
    [anonymousId],
  )
  return row?.n ?? 0
}

const override = (answerId: number, flag: 'red' | 'green') => ({ answerId, flag, reason })
const status = (anonymousId: string, flag: 'red' | 'green') => ({
  ...about(anonymousId),
  status: flag === 'red' ? { flag, reason } : { flag },
})

async function clear({ world }: Arena, anonymousId: string): Promise<void> {
  for (const identifier of Object.keys(twoReds))
    await world.adam.call.agency.submitAnswerOverride({ answerId: await answerIdIn(world, anonymousId, identifier), flag: 'green', reason })
}

/** Every conflict named in shared/spec/contract.md#concurrent-changes and the rules of review. */
export const meetings: Readonly<Record<string, Meeting>> = {
  async 'two reviewers of one answer'(arena) {
    const anonymousId = await newCase(arena.world.portico)
    const input = override(await answerIdIn(arena.world, anonymousId, 'taxesFiled'), 'green')
    const answers = await meet(
      arena,
      [arena.people.ana, 'agency.submitAnswerOverride', input],
      [arena.people.adam, 'agency.submitAnswerOverride', input],
    )
    return [...among(answers, 'ALREADY_SET,done'), ...unless((await decisionsOn(arena, anonymousId)) === 1, 'not one decision')]
  },

  async 'two reviewers of two answers'(arena) {
    const anonymousId = await newCase(arena.world.portico)
    const [one = 0, other = 0] = await Promise.all(
      Object.keys(twoReds).map((identifier) => answerIdIn(arena.world, anonymousId, identifier)),
    )
    const answers = await meet(
      arena,
      [arena.people.ana, 'agency.submitAnswerOverride', override(one, 'green')],
      [arena.people.adam, 'agency.submitAnswerOverride', override(other, 'green')],
    )
    return among(answers, 'done,done')
  },

  async 'a force-green and an override to red'(arena) {
    const anonymousId = await newCase(arena.world.portico)
    await clear(arena, anonymousId)
    const answerId = await answerIdIn(arena.world, anonymousId, 'deported')
    const answers = await meet(
      arena,
      [arena.people.ana, 'agency.submitRespondentStatusOverride', status(anonymousId, 'green')],
      [arena.people.adam, 'agency.submitAnswerOverride', override(answerId, 'red')],
    )
    return among(answers, 'done,done', 'RED_ANSWERS_REMAIN,done')
  },

  async 'a force-red and the withdrawal of a force'(arena) {
    const anonymousId = await newCase(arena.world.portico)
    await clear(arena, anonymousId)
    await arena.people.adam.call.agency.submitRespondentStatusOverride({ ...about(anonymousId), status: { flag: 'green' } })
    const answers = await meet(
      arena,
      [arena.people.ana, 'agency.submitRespondentStatusOverride', status(anonymousId, 'red')],
      [arena.people.adam, 'responses.withdrawForce', { ...about(anonymousId), reason }],
    )
    return among(answers, 'done,done')
  },

  async 'two force-greens'(arena) {
    const anonymousId = await newCase(arena.world.portico)
    await clear(arena, anonymousId)
    const input = status(anonymousId, 'green')
    const path = 'agency.submitRespondentStatusOverride'
    return among(await meet(arena, [arena.people.ana, path, input], [arena.people.adam, path, input]), 'ALREADY_SET,done')
  },

  async 'two check-ins of one respondent'(arena) {
    const anonymousId = await buildRespondent(arena.world.portico)
    const input = about(anonymousId)
    const answers = await meet(
      arena,
      [arena.people.vera, 'workshops.respondentCheckIn', input],
      [arena.people.ana, 'workshops.respondentCheckIn', input],
    )
    const times = answers.map((answer) => answer.data?.checkedInAt)
    const stored = await arena.people.adam.call.workshops.isRespondentCheckedIn(input)
    return [...among(answers, 'done,done'), ...unless(new Set([...times, stored]).size === 1, `times ${times.join()}, stored ${stored}`)]
  },

  async 'two who undo a check-in, and one who checks in'(arena) {
    const anonymousId = await buildRespondent(arena.world.portico)
    const input = about(anonymousId)
    await arena.people.adam.call.workshops.respondentCheckIn(input)
    const [first] = await arena.world.portico.sql<{ at: Date }>(
      `update respondent set checked_in_at = checked_in_at - interval '1 hour' where anonymous_id = $1 returning checked_in_at as at`,
      [anonymousId],
    )
    const undo = { ...input, reason }
    const [one, , other] = [arena.people.vera, arena.people.vera, arena.people.ana]
    const answers = await meet(
      arena,
      [one, 'workshops.undoCheckIn', undo],
      [other, 'workshops.undoCheckIn', undo],
      [arena.people.adam, 'workshops.respondentCheckIn', input],
    )
    const undone = answers.slice(0, 2).filter((answer) => answer.ok).length
    const reported = answers[2]?.data?.checkedInAt
    const stored = await arena.people.adam.call.workshops.isRespondentCheckedIn(input)
    // Both can undo only if the check-in came between them, and then nobody is checked in any more.
    const checkedInBetween = reported !== undefined && reported !== first?.at.toISOString()
    const fair = undone === 2 ? stored === null && checkedInBetween : undone === 1 && (stored === null || stored === reported)
    const decisions = await decisionsOn(arena, anonymousId)
    return [
      ...unless(fair, `${undone} undone, told ${reported}, stored ${stored}, first ${first?.at.toISOString()}`),
      ...unless(decisions === undone, `${decisions} decisions for ${undone} undone`),
    ]
  },

  async 'two who undo one check-in'(arena) {
    const anonymousId = await buildRespondent(arena.world.portico)
    await arena.people.adam.call.workshops.respondentCheckIn(about(anonymousId))
    const undo = { ...about(anonymousId), reason }
    const path = 'workshops.undoCheckIn'
    return among(await meet(arena, [arena.people.vera, path, undo], [arena.people.ana, path, undo]), 'NOT_CHECKED_IN,done')
  },

  async 'two submissions with one key'(arena) {
    const before = await countRespondents(arena)
    const input = { name: questionnaireName, language: 'en', idempotencyKey: randomUUID(), answers: await buildAnswers() }
    const { visitor } = arena.people
    const path = 'responses.addNewQuestionnaireResponse'
    const answers = await meet(arena, [visitor, path, input], [visitor, path, input], [visitor, path, input], [visitor, path, input])
    const ids = new Set(answers.map((answer) => answer.data?.anonymousId))
    return [
      ...among(answers, 'done,done,done,done'),
      ...unless(ids.size === 1, `${ids.size} respondents`),
      ...(await unlessOneMore(arena, before)),
    ]
  },

  async 'two submissions with one key and other answers'(arena) {
    const before = await countRespondents(arena)
    const input = { name: questionnaireName, language: 'en', idempotencyKey: randomUUID() }
    const { visitor } = arena.people
    const path = 'responses.addNewQuestionnaireResponse'
    const answers = await meet(
      arena,
      [visitor, path, { ...input, answers: await buildAnswers() }],
      [visitor, path, { ...input, answers: await buildAnswers({ zipCode: '95113' }) }],
    )
    return [...among(answers, 'IDEMPOTENCY_KEY_REUSED,done'), ...(await unlessOneMore(arena, before))]
  },

  async 'cases that arrive while the first agency joins'(arena, round) {
    const name = `joining_${round}_${randomUUID().slice(0, 8)}`
    const settings = { name, title: 'Joining', eventDate: '2027-05-01', registrationOpen: true, questionnaireNames: [questionnaireName] }
    await arena.people.adam.call.workshops.saveWorkshop(settings)
    const submission = { name: questionnaireName, workshopName: name, language: 'es', answers: await buildAnswers(twoReds) }
    const { visitor, adam } = arena.people
    const answers = await meet(
      arena,
      [visitor, 'responses.addNewQuestionnaireResponse', submission],
      [adam, 'workshops.saveWorkshop', { ...settings, agencyIds: [arena.world.agencies.ana] }],
    )
    return among(answers, 'done,done')
  },

  async 'cases that arrive at once'(arena) {
    const submission = { name: questionnaireName, language: 'en', answers: await buildAnswers({ ...twoReds, contactLanguage: 'en' }) }
    const call = [arena.people.visitor, 'responses.addNewQuestionnaireResponse', submission] as const
    const answers = await meet(arena, call, call, call, call, call, call)
    return among(answers, 'done,done,done,done,done,done')
  },

  async 'two admins who give a case to one agency'(arena) {
    const input = { ...about(await newCase(arena.world.portico)), agencyId: arena.world.agencies.ben }
    const path = 'responses.assignRespondent'
    return among(await meet(arena, [arena.people.adam, path, input], [arena.people.rosa, path, input]), 'ALREADY_SET,done')
  },

  async 'a decision of an agency whose case is given away'(arena) {
    const anonymousId = await newCase(arena.world.portico)
    const answers = await meet(
      arena,
      [arena.people.ana, 'agency.submitRespondentStatusOverride', status(anonymousId, 'red')],
      [arena.people.adam, 'responses.assignRespondent', { ...about(anonymousId), agencyId: arena.world.agencies.ben }],
    )
    return among(answers, 'done,done', 'NOT_FOUND,done')
  },

  async 'two uploads of one title'(arena, round) {
    const title = `twice_${round}_${randomUUID().slice(0, 8)}`
    const forms = await Promise.all([sampleForm({ title }), sampleForm({ title })])
    const path = 'questionnaires.addNewFullQuestionnaire'
    const answers = await meet(arena, [arena.people.adam, path, forms[0]], [arena.people.rosa, path, forms[1]])
    const versions = answers.map((answer) => answer.data?.version).toSorted()
    return [...among(answers, 'done,done'), ...unless(versions.join() === '1,2', `versions ${versions.join()}`)]
  },

  async 'two workshops that become the default'(arena, round) {
    const settings = (name: string) => ({ name: `${name}_${round}`, title: 'Default', isDefault: true })
    const path = 'workshops.saveWorkshop'
    const answers = await meet(arena, [arena.people.adam, path, settings('one')], [arena.people.rosa, path, settings('other')])
    const [row] = await arena.world.portico.sql<{ n: number }>('select count(*)::int n from workshop where is_default')
    return [...among(answers, 'done,done'), ...unless(row?.n === 1, `${row?.n} defaults`)]
  },

  async 'calls noted of somebody who is deleted'(arena) {
    const anonymousId = await newCase(arena.world.portico)
    const { adam } = arena.people
    await adam.call.privacy.recordRequest({ ...about(anonymousId), kind: 'delete' })
    const { items } = await adam.call.privacy.getRequestList({ open: true })
    const answers = await meet(
      arena,
      [arena.people.ana, 'agency.recordCalls', { respondents: [{ anonymousId }], outcome: 'reached' }],
      [adam, 'privacy.completeRequest', { id: items.find((item) => item.anonymousId === anonymousId)?.id }],
    )
    return among(answers, 'NOT_FOUND,done', 'done,done')
  },

  async 'two announcements with one key'(arena, round) {
    const other = `announced_${round}`
    await buildWorkshop(arena.world.portico, { name: other, isDefault: false })
    await buildRespondent(arena.world.portico, { email: `${other}@respondents.example` }, { workshopName: other })
    const said = { key: randomUUID(), texts: { en: { subject: 'We start at ten', text: 'Not at nine.' } } }
    const send = (who: Person, name: string) => [who, 'announcements.sendAnnouncement', { ...said, workshopName: name }] as const
    return among(await meet(arena, send(arena.people.adam, workshopName), send(arena.people.rosa, other)), 'IDEMPOTENCY_KEY_REUSED,done')
  },

  async 'two agencies of one name'(arena, round) {
    const input = { name: `Twins ${round} ${randomUUID()}` }
    const path = 'agency.saveAgency'
    return among(await meet(arena, [arena.people.adam, path, input], [arena.people.rosa, path, input]), 'INVALID_REQUEST,done')
  },
}

async function countRespondents({ world }: Arena): Promise<number> {
  const [row] = await world.portico.sql<{ n: number }>('select count(*)::int n from respondent')
  return row?.n ?? 0
}

async function unlessOneMore(arena: Arena, before: number): Promise<string[]> {
  const stored = (await countRespondents(arena)) - before
  return unless(stored === 1, `${stored} stored`)
}

/** Runs a meeting this often; returns a line for each unfair round, and for each new difference found by a recount. */
export async function race(arena: Arena, meeting: string, rounds: number): Promise<string[]> {
  const before = new Set(await recount(arena.world.portico))
  const unfair: string[] = []
  for (let round = 1; round <= rounds; round += 1)
    unfair.push(...((await meetings[meeting]?.(arena, round)) ?? ['no such meeting']).map((what) => `round ${round}: ${what}`))
  return [...unfair, ...(await recount(arena.world.portico)).filter((line) => !before.has(line))]
}
