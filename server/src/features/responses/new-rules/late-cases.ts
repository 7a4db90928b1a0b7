import { sql } from 'kysely'
import type { RequestContext } from '../../../infra/request-context.ts'
import { findPublished } from '../../questionnaires/definitions.ts'
import { findChanges, type TrialKind } from '../../questionnaires/trials/run-trial.ts'
import type { UpdateOptions } from '../review/open-case.ts'
import { findAppliedRules } from './applied-rules.ts'
import { openCaseTrial } from './open-case-changes.ts'
import { judgeReopenedCase } from './rules-of-case.ts'

/**
 * Judges responses that were just stored: those to an earlier version than the one whose rules were applied to open cases end as if they had
 * been open then (shared/spec/questionnaire-files.md#new-rules-for-open-cases).
 */
export async function judgeArrived(ctx: RequestContext, anonymousIds: readonly string[], options: UpdateOptions): Promise<void> {
  if (anonymousIds.length === 0) return
  const arrived = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'questionnaireId'])
    .where('anonymousId', '=', sql<string>`any(${sql.val(anonymousIds)}::text[])`)
    .orderBy('id')
    .execute()
  for (const [questionnaireId, people] of Map.groupBy(arrived, (person) => person.questionnaireId)) {
    const answered = await findPublished(ctx, questionnaireId)
    const applied = answered && (await findAppliedRules(ctx, answered.name))
    if (applied && applied.rules.version > answered.version) for (const person of people) await judgeReopenedCase(ctx, person, options)
  }
}

/**
 * Judges the open cases of a workshop that was over and is put off to a later day: rules that were applied meanwhile apply to them now.
 * Invites nobody whom they make green.
 */
export async function judgePutOff(ctx: RequestContext, workshopId: number): Promise<void> {
  const answered = await ctx.db
    .selectFrom('questionnaire')
    .select('name')
    .distinct()
    .where('id', 'in', (select) => select.selectFrom('respondent').select('questionnaireId').where('workshopId', '=', workshopId))
    .execute()
  const among = () => sql<boolean>`forced_flag is null and checked_in_at is null and workshop_id = ${workshopId}`
  const kind: TrialKind = { ...openCaseTrial, among }
  for (const { name } of answered) {
    const applied = await findAppliedRules(ctx, name)
    if (!applied) continue
    const { id: questionnaireId, definition } = applied.rules
    for await (const { rows, changes } of findChanges(
      { services: ctx.services, db: ctx.db, kind },
      { name, definition, questionnaireId },
    )) {
      const changed = new Set(changes.map(({ anonymousId }) => anonymousId))
      for (const row of rows) if (changed.has(row.anonymousId)) await judgeReopenedCase(ctx, row, { withoutInvitation: true })
    }
  }
}
