import type { SetAsideEntry, SetAsideList } from '@portico/shared/contract/corrections'
import type { Page } from '@portico/shared/contract/paging'
import { limits } from '@portico/shared/words/limits'
import type { RequestContext } from '../../infra/request-context.ts'
import { auditPage } from '../../infra/security/audit/audit.ts'
import { decisionsOf } from '../responses/review/history.ts'

/** Returns the cases that staff withdrew or merged, newest first (shared/spec/contract.md#corrections). */
export async function listSetAside(ctx: RequestContext, { pagination }: SetAsideList): Promise<Page<SetAsideEntry>> {
  const { offset, count: batchSize } = pagination
  const setAside = ctx.db.selectFrom('stopped_respondent').where('stopped_respondent.kind', '<>', 'asked')
  const { count } = await setAside.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const rows = await setAside
    .innerJoin('respondent', 'respondent.id', 'stopped_respondent.respondentId')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .innerJoin('account', 'account.id', 'stopped_respondent.setAsideById')
    .leftJoin('agency', 'agency.id', 'respondent.agencyId')
    .leftJoin('respondent as kept', 'kept.id', 'stopped_respondent.mergedIntoId')
    .select(['respondent.id', 'respondent.anonymousId', 'respondent.keyId', 'stopped_respondent.wrappedKey', 'stoppedAt'])
    .select(['stopped_respondent.kind', 'kept.anonymousId as mergedInto', 'workshop.name as workshopName', 'account.name as by'])
    .select(['agency.id as agencyId', 'agency.name as agencyName'])
    .orderBy('stoppedAt', 'desc')
    .orderBy('respondent.id', 'desc')
    .limit(batchSize)
    .offset(offset)
    .execute()
  const items: SetAsideEntry[] = []
  for (const row of rows) {
    if (row.kind === 'asked') continue
    const newest = (await decisionsOf(ctx, row)).find(({ about }) => about === 'withdrawal' || about === 'merge')
    const { anonymousId, kind, mergedInto, workshopName, by, stoppedAt, agencyId, agencyName } = row
    items.push({
      anonymousId,
      kind,
      mergedInto,
      workshopName,
      agency: agencyId === null || agencyName === null ? null : { id: agencyId, name: agencyName },
      reason: newest?.reason ?? '',
      by,
      setAsideAt: stoppedAt.toISOString(),
      returnableUntil: kind === 'merged' ? new Date(stoppedAt.getTime() + limits.mergeUndoMs).toISOString() : null,
    })
  }
  auditPage(
    ctx,
    items.flatMap(({ anonymousId, mergedInto }) => (mergedInto === null ? anonymousId : [anonymousId, mergedInto])),
    Number(count),
  )
  return { items, pagination: { batchSize, offset, hasMore: offset + items.length < Number(count) }, meta: { count: Number(count) } }
}
