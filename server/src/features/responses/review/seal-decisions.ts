import { openReason, sealDecision } from '../../../infra/security/sealed-respondent.ts'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import type { RequestContext, Services } from '../../../infra/request-context.ts'

const batchSize = 500

/**
 * Moves decisions whose reasons alone were sealed to the table where they are sealed entirely; drops those of deleted respondents. Runs at
 * start before requests are served; replicas that start concurrently share the work. Returns how many there were.
 */
export async function sealStoredDecisions(services: Services): Promise<number> {
  let moved = 0
  for (let batch = batchSize; batch > 0; moved += batch) batch = await inTransaction(services, 'seal-decisions', sealBatch)
  return moved
}

async function sealBatch(ctx: RequestContext): Promise<number> {
  const { encryption } = ctx.services
  const rows = await ctx.db
    .selectFrom('unsealed_decision')
    .innerJoin('respondent', 'respondent.id', 'unsealed_decision.respondentId')
    .selectAll('unsealed_decision')
    .select(['anonymousId', 'keyId', 'wrappedKey'])
    .orderBy('unsealed_decision.id')
    .limit(batchSize)
    .forUpdate('unsealed_decision')
    .execute()
  const sealed = rows.flatMap((row) => {
    const reason = openReason(encryption, row, row.sealedReason)
    if (reason === undefined) return []
    const { id, respondentId, about, position, flag, accountId, outsideAgency, decidedAt } = row
    return [
      {
        id,
        respondentId,
        accountId,
        outsideAgency,
        decidedAt,
        sealed: sealDecision(encryption, row, id, { about, position, flag, reason }),
      },
    ]
  })
  if (sealed.length > 0) await ctx.db.insertInto('decision').values(sealed).execute()
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await ctx.db.deleteFrom('unsealed_decision').where('id', 'in', ids).execute()
  return rows.length
}
