import { sql } from 'kysely'
import type { Figures } from '@portico/shared/contract/overview'
import type { CountDropOff } from '@portico/shared/contract/questionnaires'
import { limits } from '@portico/shared/words/limits'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import type { HttpContext, RequestContext } from '../../infra/request-context.ts'
import { findPublished } from './definitions.ts'

/**
 * Counts that somebody left at this question without submitting (shared/spec/contract.md#drop-off). If counting is switched off, the
 * question is unknown or the limit is exceeded, the call is ignored without a failure, because nobody reads its result. Nothing that could
 * identify the person is stored, not even an audit entry or a counter for their address.
 */
export async function countDropOff(
  { services, requestId }: HttpContext,
  { questionnaireId, identifier }: CountDropOff,
): Promise<Record<string, never>> {
  if (!services.dropOff) return {}
  const { within } = await services.rateLimits.countApproximately('dropOffs', 'everyone')
  if (!within) return {}
  await inTransaction(services, requestId, async (ctx) => {
    const published = await findPublished(ctx, questionnaireId)
    if (!published?.questions.some((question) => question.identifier === identifier)) return
    await ctx.db
      .insertInto('drop_off')
      .values({ questionnaireId, identifier, times: 1 })
      .onConflict((conflict) => conflict.columns(['questionnaireId', 'identifier']).doUpdateSet({ times: sql<number>`drop_off.times + 1` }))
      .execute()
  })
  return {}
}

/** Returns the questions at which people left most often, newest version first, omitting those with fewer than five. */
export async function dropOffFigures({ db }: RequestContext): Promise<Figures['dropOff']> {
  return db
    .selectFrom('drop_off')
    .innerJoin('questionnaire', 'questionnaire.id', 'drop_off.questionnaireId')
    .select(['name', 'version', 'identifier', 'times'])
    .where('times', '>=', limits.smallestGroup)
    .orderBy('questionnaireId', 'desc')
    .orderBy('times', 'desc')
    .orderBy('identifier')
    .execute()
}
