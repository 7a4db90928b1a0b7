import type { DecidedBy, DecidedEntry } from '@portico/shared/contract/decided-list'
import type { Page } from '@portico/shared/contract/paging'
import { auditPage } from '../../../infra/security/audit/audit.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { entriesOf } from '../queries.ts'
import { decisionsOf, decisionView, caseDecisions } from '../review/history.ts'
import { undoRefusal } from '../review/undo.ts'
import { inScope, type Scope } from '../scope.ts'

/** Returns a page of those in scope who were marked green or red, the newest decision first, each with the decision in force. */
export async function listDecided(ctx: RequestContext, scope: Scope, { pagination }: DecidedBy): Promise<Page<DecidedEntry>> {
  const { offset, count: batchSize } = pagination
  const forced = ctx.db.selectFrom('respondent').where(inScope(scope)).where('forcedFlag', 'is not', null)
  const { count } = await forced.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const people = await forced
    .innerJoin('decision', 'decision.respondentId', 'respondent.id')
    .select(['respondent.id', 'anonymousId', 'agencyId', 'keyId', 'wrappedKey'])
    .groupBy('respondent.id')
    .orderBy((newest) => newest.fn.max('decision.id'), 'desc')
    .limit(batchSize)
    .offset(offset)
    .execute()
  const entries = new Map(
    (
      await entriesOf(
        ctx,
        scope,
        people.map(({ id }) => id),
      )
    ).map((entry) => [entry.respondent.anonymousId, entry]),
  )
  const items: DecidedEntry[] = []
  for (const person of people) {
    const entry = entries.get(person.anonymousId)
    const history = caseDecisions(await decisionsOf(ctx, person))
    const newest = history.find((decision) => decision.about === 'respondent')
    if (!entry || !newest) continue
    items.push({
      ...entry,
      decision: decisionView(ctx, newest, history),
      version: history.length,
      undoable: (await undoRefusal(ctx, person, history.toReversed())) === undefined,
    })
  }
  auditPage(
    ctx,
    items.map((item) => item.respondent.anonymousId),
    Number(count),
  )
  return { items, pagination: { batchSize, offset, hasMore: offset + items.length < Number(count) }, meta: { count: Number(count) } }
}
