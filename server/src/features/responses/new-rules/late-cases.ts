import { sql } from 'kysely'
import type { RequestContext } from '../../../infra/request-context.ts'
import type { StoredAnswer } from '../../../infra/security/sealed-respondent.ts'
import { findChanges, type TrialKind } from '../../questionnaires/trials/run-trial.ts'
import type { UpdateOptions } from '../review/open-case.ts'
import { findAppliedRules, type AppliedRules } from './applied-rules.ts'
import { changesBy, openCaseTrial, withHeldDecisions } from './open-case-changes.ts'
import { judgeCase } from './rules-of-case.ts'

/** A response that is about to be stored. */
export interface ArrivingResponse {
  readonly anonymousId: string
  readonly questionnaireId: number
  readonly submittedOn: string
  readonly answers: readonly StoredAnswer[]
}

/** A response that rules change once it is stored. */
export interface LateResponse {
  readonly anonymousId: string
  readonly applied: AppliedRules
}

/**
 * Finds those of these responses that are to an earlier version than the one whose rules were applied to open cases, and that these rules
 * change (shared/spec/questionnaire-files.md#new-rules-for-open-cases).
 */
export async function findLateResponses(ctx: RequestContext, arriving: readonly ArrivingResponse[]): Promise<LateResponse[]> {
  const late: LateResponse[] = []
  for (const [questionnaireId, responses] of Map.groupBy(arriving, (response) => response.questionnaireId)) {
    const applied = await findAppliedRules(ctx, questionnaireId)
    if (!applied || applied.rules.id <= questionnaireId) continue
    for (const { anonymousId, submittedOn, answers } of responses) {
      const undecided = await withHeldDecisions(ctx, { questionnaireId, submittedOn }, { answers, decisions: [] })
      if (changesBy(applied.rules, undecided, submittedOn).length > 0) late.push({ anonymousId, applied })
    }
  }
  return late
}

/** Judges responses that were just stored: they end as if they had been open when the rules were applied. */
export async function judgeLateResponses(ctx: RequestContext, late: readonly LateResponse[], options: UpdateOptions): Promise<void> {
  for (const { anonymousId, applied } of late) await judgeCase(ctx, { anonymousId }, applied, options)
}

/**
 * Judges the open cases of a workshop that was over and is put off to a later day: rules that were applied meanwhile apply to them now.
 * Invites nobody whom they make green.
 */
export async function judgePutOff(ctx: RequestContext, workshopId: number): Promise<void> {
  const answered = await ctx.db
    .selectFrom('questionnaire')
    .select((select) => select.fn.max('id').as('questionnaireId'))
    .where('id', 'in', (select) => select.selectFrom('respondent').select('questionnaireId').where('workshopId', '=', workshopId))
    .groupBy('name')
    .execute()
  const among = () => sql<boolean>`forced_flag is null and checked_in_at is null and workshop_id = ${workshopId}`
  const kind: TrialKind = { ...openCaseTrial, among }
  for (const { questionnaireId } of answered) {
    const applied = await findAppliedRules(ctx, questionnaireId)
    if (!applied) continue
    const { id, name, definition } = applied.rules
    for await (const { rows, changes } of findChanges(
      { services: ctx.services, db: ctx.db, kind },
      { name, definition, questionnaireId: id },
    )) {
      const changed = new Set(changes.map(({ anonymousId }) => anonymousId))
      for (const row of rows) if (changed.has(row.anonymousId)) await judgeCase(ctx, row, applied, { withoutInvitation: true })
    }
  }
}
