import { sql } from 'kysely'
import type { Pagination } from '@portico/shared/contract/paging'
import type { RespondentOrder } from '@portico/shared/contract/respondent-order'
import type { RespondentFlagWord } from '@portico/shared/words/flags'
import { auditCount, auditSearch } from '../../../infra/security/audit/audit.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { findWorkshopId, inScope, type Scope } from '../scope.ts'
import { sortIds } from './sort-ids.ts'
import { idsIn, search } from './search.ts'
import { workshopsInOrder } from './workshop-order.ts'

/** Which page of a list is asked for. */
export interface PageInput {
  readonly pagination: Pagination
  readonly filter: {
    readonly query: string
    readonly language?: string | undefined
    readonly workshopName?: string | undefined
    readonly ready?: boolean | undefined
    readonly mine?: boolean | undefined
  }
  readonly order?: RespondentOrder
  readonly reverse?: boolean
}

interface IdPage {
  readonly ids: readonly number[]
  readonly count: number
}

/** The scope with those filters that are a matter of the database. An unknown workshop has no one, and one of all workshops nobody of a test. */
export async function filtered(ctx: RequestContext, scope: Scope, { filter: { workshopName, ready, mine } }: PageInput): Promise<Scope> {
  return {
    ...scope,
    withoutTests: true,
    ...(workshopName !== undefined && { workshopIds: await narrowedWorkshops(ctx, scope, workshopName) }),
    ...(ready && { ready }),
    ...(mine && { readBy: callerOf(ctx).id }),
  }
}

async function narrowedWorkshops(ctx: RequestContext, { workshopIds }: Scope, name: string): Promise<number[]> {
  const id = await findWorkshopId(ctx, name)
  return id !== undefined && (workshopIds?.includes(id) ?? true) ? [id] : []
}

/** The ids of one page of those in scope, in order, and how many there are in all. */
export async function pageOfIds(ctx: RequestContext, scope: Scope, input: PageInput): Promise<IdPage> {
  const { order = 'newest', filter } = input
  const searched = filter.query.trim() !== ''
  if (!searched && filter.language === undefined) {
    if (order === 'newest' || order === 'waiting') return byArrival(ctx, scope, input)
    if (order === 'workshop') return byWorkshop(ctx, scope, input)
  }
  const found = searched ? await searchIds(ctx, scope, filter.query) : await idsIn(ctx, scope)
  const ids = await sortIds(ctx, found, { order, reverse: input.reverse ?? false, language: filter.language })
  if (filter.language !== undefined) auditCount(ctx, ids.length)
  const { offset, count: size } = input.pagination
  return { ids: ids.slice(offset, offset + size), count: ids.length }
}

async function searchIds(ctx: RequestContext, scope: Scope, query: string): Promise<number[]> {
  const found = await search(ctx, scope, query)
  auditSearch(
    ctx,
    query,
    found.map((one) => one.anonymousId),
  )
  return found.map((one) => one.id)
}

// Ids rise with the time of arrival.
async function byArrival(ctx: RequestContext, scope: Scope, { pagination, order, reverse = false }: PageInput): Promise<IdPage> {
  const counts = await countByWorkshop(ctx, scope)
  const testWorkshopIds = counts.flatMap(({ workshopId, isTest }) => (isTest ? workshopId : []))
  const count = counts.reduce((sum, one) => sum + (isLeftOut(scope, one) ? 0 : one.count), 0)
  const newestFirst = (order !== 'waiting') !== reverse
  return { ids: await idRange(ctx, { ...scope, testWorkshopIds }, { ...pagination, total: count, newestFirst }), count }
}

/**
 * By workshop, the soonest first, and within those of one day the longest waiting first. The counts say in which workshops the page
 * lies, so that only its own rows are read.
 */
async function byWorkshop(ctx: RequestContext, scope: Scope, { pagination, reverse = false }: PageInput): Promise<IdPage> {
  const counts = await countByWorkshop(ctx, scope)
  const groups = await workshopsInOrder(
    ctx,
    counts.filter((one) => !isLeftOut(scope, one)),
  )
  const ids: number[] = []
  let skip = pagination.offset
  for (const { workshopIds, count: total } of reverse ? groups.toReversed() : groups) {
    const wanted = pagination.count - ids.length
    if (wanted > 0 && skip < total)
      ids.push(...(await idRange(ctx, { ...scope, workshopIds }, { offset: skip, count: wanted, total, newestFirst: reverse })))
    skip = Math.max(0, skip - total)
  }
  return { ids, count: groups.reduce((sum, group) => sum + group.count, 0) }
}

interface IdRange {
  readonly offset: number
  readonly count: number
  readonly total: number
  readonly newestFirst: boolean
}

async function idRange(ctx: RequestContext, scope: Scope, { offset, count: size, total, newestFirst }: IdRange): Promise<number[]> {
  if (offset >= total) return []
  // The far half is read from the other end, so that Last costs what First costs.
  const fromEnd = offset > total / 2
  const most = Math.min(size, total - offset)
  const rows = await ctx.db
    .selectFrom('respondent')
    .select('id')
    .where(inScope(scope))
    .orderBy('id', fromEnd === newestFirst ? 'asc' : 'desc')
    .limit(most)
    .offset(fromEnd ? total - offset - most : offset)
    .execute()
  const ids = rows.map((row) => row.id)
  return fromEnd ? ids.reverse() : ids
}

interface WorkshopCount {
  readonly workshopId: number
  readonly isTest: boolean
  readonly count: number
}

// Asked for by name, a test workshop is a list like any other.
function isLeftOut({ withoutTests, workshopIds }: Scope, { isTest }: WorkshopCount): boolean {
  return isTest && withoutTests === true && !workshopIds
}

// The kept counts know workshop, agency and flag; what else narrows a scope leaves so few that they are counted one by one.
async function countByWorkshop(ctx: RequestContext, scope: Scope): Promise<WorkshopCount[]> {
  if (scope.ready || scope.readBy !== undefined) {
    const rows = await ctx.db
      .selectFrom('respondent')
      .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
      .select((select) => ['workshopId', 'isTest', select.fn.countAll<string>().as('count')])
      .where(inScope({ ...scope, withoutTests: false }))
      .groupBy(['workshopId', 'isTest'])
      .execute()
    return rows.map((row) => ({ ...row, count: Number(row.count) }))
  }
  let query = ctx.db
    .selectFrom('respondent_count')
    .innerJoin('workshop', 'workshop.id', 'respondent_count.workshopId')
    .select((select) => ['workshopId', 'isTest', select.fn.sum<string | null>('respondents').as('count')])
    .groupBy(['workshopId', 'isTest'])
  if (scope.workshopIds) query = query.where('workshopId', '=', sql<number>`any(${sql.val([...scope.workshopIds])}::int[])`)
  if (scope.agencyIds) query = query.where('agencyId', '=', sql<number>`any(${sql.val([...scope.agencyIds])}::int[])`)
  if (scope.flags) query = query.where('flag', '=', sql<RespondentFlagWord>`any(${sql.val([...scope.flags])}::text[])`)
  return (await query.execute()).map((row) => ({ ...row, count: Number(row.count ?? 0) }))
}
