import { askedQuestions } from '@portico/shared/rules/answers'
import { currentRespondentFlag, isWelcome } from '@portico/shared/rules/flags'
import { flagChanges, type FlagChange, type AnswerWithDecision } from '@portico/shared/rules/new-rules'
import { sql } from 'kysely'
import type { RequestContext } from '../../../infra/request-context.ts'
import { openDecisions, type Decision, type StoredAnswer } from '../../../infra/security/sealed-respondent.ts'
import { answersOf, findPublished, type Published } from '../../questionnaires/definitions.ts'
import type { TrialKind, TrialRow } from '../../questionnaires/trials/run-trial.ts'
import type { TrialChange } from '../../questionnaires/trials/trial-result.ts'
import { heldDecision } from './held-decisions.ts'

/** The open cases of earlier versions, and what the rules of the published version would change in each; those to telephone come first. */
export const openCaseTrial: TrialKind = {
  among: (now) => sql<boolean>`forced_flag is null and checked_in_at is null and (current_flag = 'in-progress' or workshop_id in (
    select id from workshop where event_date is null or event_date >= (${now}::timestamptz at time zone time_zone)::date))`,
  async changesIn(services, db, { questionnaireId }, rows) {
    const rules = await findPublished({ services, db }, questionnaireId ?? 0)
    if (!rules) throw new Error('The version whose rules are tried is not there')
    const people = rows.filter((row) => row.questionnaireId < rules.id)
    const ids = people.map((person) => person.id)
    const decisions = Map.groupBy(await decisionsOn(db, ids), (decision) => decision.respondentId)
    const notified = await findNotified(db, ids)
    const changes: TrialChange[] = []
    for (const person of people) {
      const own = openDecisions(services.encryption, person, decisions.get(person.id) ?? [])
      const answered = { answers: await answersOf({ services, db }, person), decisions: own }
      const change = changeOf(rules, person, await withHeldDecisions({ services, db }, person, answered))
      if (change)
        changes.push({ ...change, ...(notified.has(person.id) && isWelcome(change.from) && !isWelcome(change.to) && { telephone: true }) })
    }
    return changes
  },
}

/** Returns answers to this version with the decision on each that holds; `decisions` is oldest first. */
export async function withHeldDecisions(
  ctx: Pick<RequestContext, 'db' | 'services'>,
  { questionnaireId, submittedOn }: { readonly questionnaireId: number; readonly submittedOn: string },
  { answers, decisions }: { readonly answers: readonly StoredAnswer[]; readonly decisions: readonly Decision[] },
): Promise<AnswerWithDecision[]> {
  const { asking = [], questions = [] } = (await findPublished(ctx, questionnaireId)) ?? {}
  const byIdentifier = new Map(asking.map((question) => [question.identifier, question]))
  const asked = askedQuestions(questions, new Map(answers.map(({ identifier, value }) => [identifier, value])), submittedOn)
  const histories = Map.groupBy(decisions, ({ position }) => position)
  return answers.map(({ identifier, value, initialFlag }, position) => ({
    identifier,
    question: byIdentifier.get(identifier) ?? { type: 'note' },
    value,
    wasAsked: asked.has(identifier),
    initialFlag,
    decided: heldDecision(histories.get(position) ?? [], initialFlag),
  }))
}

/** Returns what the rules of this version change in these answers. */
export function changesBy({ version, definition }: Published, answers: readonly AnswerWithDecision[], submittedOn: string): FlagChange[] {
  return flagChanges({ version, questions: definition.questions }, answers, submittedOn)
}

/** Returns the positions of the red answers after these changes. */
export function redsAfter(answers: readonly AnswerWithDecision[], changes: readonly FlagChange[]): Set<number> {
  const changed = new Map(changes.map(({ position, flag }) => [position, flag]))
  const isRed = ({ initialFlag, decided }: AnswerWithDecision, position: number) =>
    (changed.get(position) ?? decided?.flag ?? initialFlag) === 'red'
  return new Set(answers.flatMap((answer, position) => (isRed(answer, position) ? position : [])))
}

/**
 * Returns which of these respondents were told to come, by an invitation that was sent or may have arrived, or by telephone, also under a
 * case that was merged into theirs.
 */
export async function findNotified(db: RequestContext['db'], ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    with recursive cases as (
      select id, id as respondent_id from unnest(${ids}::bigint[]) as id
      union select cases.id, merged.respondent_id from cases join stopped_respondent merged on merged.merged_into_id = cases.respondent_id
    )
    select cases.id from cases join message using (respondent_id)
    where kind in ('invitation', 'invitation-again') and (sent_at is not null or handed_over_at is not null)
    union select cases.id from cases join telephone_call using (respondent_id) where outcome = 'reached'`.execute(db)
  return new Set(rows.map(({ id }) => Number(id)))
}

function changeOf(rules: Published, person: TrialRow, answers: readonly AnswerWithDecision[]): TrialChange | undefined {
  const changes = changesBy(rules, answers, person.submittedOn)
  if (changes.length === 0) return undefined
  // An answer that stays red gets another reason.
  const isTurned = ({ position, flag }: FlagChange) => flag !== (answers[position]?.decided?.flag ?? answers[position]?.initialFlag)
  const changedTo = (to: 'red' | 'green') =>
    changes.filter((change) => change.flag === to && isTurned(change)).map(({ identifier }) => identifier)
  return {
    anonymousId: person.anonymousId,
    from: person.currentFlag,
    to: currentRespondentFlag(person.initialFlag, redsAfter(answers, changes).size, null),
    turnedRed: changedTo('red'),
    turnedGreen: changedTo('green'),
  }
}

async function decisionsOn(db: RequestContext['db'], ids: readonly number[]) {
  return db
    .selectFrom('decision')
    .select(['id', 'respondentId', 'sealed'])
    .where(sql<boolean>`respondent_id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()
}
