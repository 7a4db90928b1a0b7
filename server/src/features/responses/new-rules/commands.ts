import { Failure } from '../../../infra/failure.ts'
import { lockMaker } from '../../../infra/postgres/current-rights.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { auditSubject } from '../../../infra/security/audit/audit.ts'
import { findNewest, findPublished } from '../../questionnaires/definitions.ts'
import { openResult } from '../../questionnaires/trials/trial-result.ts'

/**
 * Starts a preview of the newest version's rules on the open cases of earlier versions, without changing them
 * (shared/spec/questionnaire-files.md#new-rules-for-open-cases). Throws `NOT_FOUND`, `INVALID_REQUEST` for an earlier version.
 */
export async function previewNewRules(ctx: RequestContext, { questionnaireId }: { questionnaireId: number }): Promise<{ id: number }> {
  const published = await findPublished(ctx, questionnaireId)
  if (!published) throw new Failure('NOT_FOUND')
  const { name } = published
  await refuseEarlier(ctx, { name, questionnaireId })
  const { id } = await ctx.db
    .insertInto('rule_trial')
    .values({
      name,
      questionnaireId,
      status: 'waiting',
      done: 0,
      total: 0,
      changed: 0,
      startedById: callerOf(ctx).id,
      startedAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.services.queue.send(ctx.em, 'new-rules', [{ trialId: id }])
  auditSubject(ctx, 'rule trial', id)
  return { id }
}

/**
 * Applies the new flags, in the caller's name, to the cases that are open now. Idempotent. Throws `NOT_FOUND`,
 * `INVALID_REQUEST` without a finished preview, and `FORBIDDEN` if the caller just stopped being an admin.
 */
export async function applyNewRules(ctx: RequestContext, { id }: { id: number }): Promise<Record<string, never>> {
  await lockMaker(ctx)
  const trial = await ctx.db
    .selectFrom('rule_trial')
    .select(['id', 'name', 'status', 'questionnaireId', 'keyId', 'wrappedKey', 'sealedResult'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!trial) throw new Failure('NOT_FOUND')
  const { name, questionnaireId, status } = trial
  if (status === 'applied') return {}
  if (questionnaireId === null || (status !== 'done' && status !== 'applying'))
    throw new Failure('INVALID_REQUEST', 'There is no finished preview of open cases.')
  auditSubject(ctx, 'rule trial', id)
  if (status === 'done') {
    await refuseEarlier(ctx, { name, questionnaireId })
    const total = openResult(ctx.services.encryption, trial).length
    await ctx.db
      .updateTable('rule_trial')
      .set({ status: 'applying', done: 0, total, startedById: callerOf(ctx).id })
      .where('id', '=', id)
      .execute()
  }
  // A repeated call resumes where an earlier run stopped.
  await ctx.services.queue.send(ctx.em, 'new-rules', [{ trialId: id }])
  return {}
}

/**
 * Gives up the new rules that are being applied in the name of an account that stops being an admin's; the cases changed so far stay so. For
 * the others another admin starts with a new preview.
 */
export async function giveUpNewRulesOf(ctx: RequestContext, accountId: number): Promise<void> {
  const givenUp = await ctx.db
    .updateTable('rule_trial')
    .set({ status: 'failed' })
    .where('startedById', '=', accountId)
    .where('status', '=', 'applying')
    .returning('id')
    .execute()
  for (const { id } of givenUp) auditSubject(ctx, 'rule trial', id)
}

async function refuseEarlier(ctx: RequestContext, { name, questionnaireId }: { name: string; questionnaireId: number }): Promise<void> {
  const newest = await findNewest(ctx, name)
  if (newest?.id !== questionnaireId) throw new Failure('INVALID_REQUEST', 'There is a newer version. Only its rules can be applied.')
}
