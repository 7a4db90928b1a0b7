import type { Upload } from '@portico/shared/contract/uploads'
import { limits } from '@portico/shared/words/limits'
import { inAuditedTransaction, inTransaction } from '../../../infra/postgres/transaction.ts'
import { lockMaker } from '../../../infra/postgres/current-rights.ts'
import { callerOf, type HttpContext, type Services } from '../../../infra/request-context.ts'
import { auditSubject } from '../../../infra/security/audit/audit.ts'
import { readOrRefuse } from '../commands.ts'
import { storeDefinition } from '../sealed-definitions.ts'

/**
 * Starts a trial of an upload's rules on the past answers to the questionnaire of its name; nothing is published
 * (shared/spec/questionnaire-files.md#trying-rules). Throws the upload's failures.
 */
export async function tryRules(http: HttpContext, upload: Upload): Promise<{ id: number }> {
  const { definition } = await readOrRefuse(http, upload)
  return inAuditedTransaction(http, 'questionnaires.tryRules', async (ctx) => {
    await lockMaker(ctx)
    const { id } = await ctx.db
      .insertInto('rule_trial')
      .values({ name: upload.title, status: 'waiting', done: 0, total: 0, startedById: callerOf(ctx).id, startedAt: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storeDefinition(ctx, 'trialId', id, { definition })
    await ctx.services.queue.send(ctx.em, 'try-rules', [{ trialId: id }])
    auditSubject(ctx, 'rule trial', id)
    return { id }
  })
}

/**
 * Deletes expired trials. Of rules that were applied to open cases only the result is deleted: that they were applied still counts for
 * cases that are opened again (shared/spec/questionnaire-files.md#new-rules-for-open-cases).
 */
export async function sweepTrials(services: Services): Promise<void> {
  await inTransaction(services, 'sweep', async ({ db, now }) => {
    const expiredAt = new Date(now.getTime() - limits.ruleTrialKeptMs)
    await db.deleteFrom('rule_trial').where('startedAt', '<=', expiredAt).where('status', 'not in', ['applying', 'applied']).execute()
    await db
      .updateTable('rule_trial')
      .set({ keyId: null, wrappedKey: null, sealedResult: null })
      .where('startedAt', '<=', expiredAt)
      .where('sealedResult', 'is not', null)
      .execute()
  })
}
