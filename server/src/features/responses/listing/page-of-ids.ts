import { sql } from 'kysely'
import type { Pagination } from '@portico/shared/contract/paging'
import type { RespondentOrder } from '@portico/shared/contract/respondent-order'
import type { RespondentFlagWord } from '@portico/shared/words/flags'
import { auditCount, auditSearch } from '../../../infra/security/audit/audit.ts'
import type { Orm } from '../../../infra/postgres/orm.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { findWorkshopId, idsInScope, inScope, type Scope } from '../scope.ts'
import { sortIds } from './sort-ids.ts'
import { idsIn, prepareSearch } from './contact-cache.ts'
import { search, type Found } from './search.ts'
import { workshopsInOrder } from './workshop-order.ts'

/** The requested page of a list. */
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
  /** Of the same respondents, if known before their rows are read. */
  readonly anonymousIds?: readonly string[]
}

/**
 * Narrows a scope by the filters that the database can apply. An unknown workshop matches nobody; a list of all workshops excludes test
 * workshops.
 */
export async function applyFilters(
  ctx: RequestContext,
  scope: Scope,
  { filter: { workshopName, ready, mine } }: PageInput,
): Promise<Scope> {
  return {
    ...scope,
    withoutTests: true,
    ...(workshopName !== undefined && { workshopIds: await findFilteredWorkshops(ctx, scope, workshopName) }),
    ...(ready && { ready }),
    ...(mine && { readBy: callerOf(ctx).id }),
  }
}

async function findFilteredWorkshops(ctx: RequestContext, { workshopIds }: Scope, name: string): Promise<number[]> {
  const id = await findWorkshopId(ctx, name)
  return id !== undefined && (workshopIds?.includes(id) ?? true) ? [id] : []
}

/** Returns the ids of one page of those in scope, in order, and the total count. */
export async function pageOfIds(ctx: RequestContext, scope: Scope, input: PageInput): Promise<IdPage> {
  const { order = 'newest', filter } = input
  const searched = filter.query.trim() !== ''
  if (!searched && filter.language === undefined) {
    if (order === 'newest' || order === 'waiting') return withSearchPrepared(ctx, scope, await pageByArrival(ctx, scope, input))
    if (order === 'workshop') return withSearchPrepared(ctx, scope, await pageByWorkshop(ctx, scope, input))
  }
  const found = searched ? await searchIds(ctx, scope, filter.query) : undefined
  const sorting = { order, reverse: input.reverse ?? false, language: filter.language }
  const sorted = await sortIds(ctx, found ? [...found.keys()] : await idsIn(ctx, scope), sorting)
  if (filter.language !== undefined) auditCount(ctx, sorted.length)
  const { offset, count: size } = input.pagination
  const ids = sorted.slice(offset, offset + size)
  return { ids, count: sorted.length, ...(found && { anonymousIds: ids.flatMap((id) => found.get(id) ?? []) }) }
}

// Whoever opens a long list often searches it for a name next.
function withSearchPrepared(ctx: RequestContext, scope: Scope, page: IdPage): IdPage {
  prepareSearch(ctx, scope, page.count)
  return page
}

async function searchIds(ctx: RequestContext, scope: Scope, query: string): Promise<Map<number, string>> {
  const found = new Map((await search(ctx, scope, query)).map(({ id, anonymousId }) => [id, anonymousId]))
  auditSearch(ctx, query, [...found.values()])
  return found
}

/** What determines the position of a page in a scope. */
interface Total {
  readonly total: number
  readonly tests: Pick<Scope, 'testWorkshopIds'>
}

// The first page does not depend on the total.
const totalOfFirstPage: Total = { total: Infinity, tests: {} }
const maxCachedScopes = 1_000
const lastTotals = new WeakMap<Orm, Map<string, Total>>()

// Ids increase with the time of arrival, so the position of a page follows from the total, which has usually not changed since the last
// request: the page is read with the last total while counting, and again if the total differs.
async function pageByArrival(ctx: RequestContext, scope: Scope, { pagination, order, reverse = false }: PageInput): Promise<IdPage> {
  const newestFirst = (order !== 'waiting') !== reverse
  const read = ({ total, tests }: Total) => idRange(ctx, { ...scope, ...tests }, { ...pagination, total, newestFirst })
  const totals = lastTotals.get(ctx.services.orm) ?? new Map<string, Total>()
  const key = JSON.stringify(scope)
  const expected = pagination.offset === 0 ? totalOfFirstPage : totals.get(key)
  const [counts, early] = await Promise.all([countByWorkshop(ctx, scope), expected && read(expected)])
  const found: Total = {
    total: counts.reduce((sum, one) => sum + (isExcluded(scope, one) ? 0 : one.count), 0),
    tests: { testWorkshopIds: counts.flatMap(({ workshopId, isTest }) => (isTest ? workshopId : [])) },
  }
  if (totals.size >= maxCachedScopes) totals.clear()
  lastTotals.set(ctx.services.orm, totals.set(key, found))
  const isStillValid = expected === totalOfFirstPage || JSON.stringify(expected) === JSON.stringify(found)
  return pageOf(early && isStillValid ? early : await read(found), found.total)
}

function pageOf(page: readonly Found[], count: number): IdPage {
  return { ids: page.map(({ id }) => id), count, anonymousIds: page.map(({ anonymousId }) => anonymousId) }
}

/**
 * Sorts by workshop, the soonest first, and within the same day by longest waiting. The counts tell which workshops the page covers, so
 * that only its own rows are read.
 */
async function pageByWorkshop(ctx: RequestContext, scope: Scope, { pagination, reverse = false }: PageInput): Promise<IdPage> {
  const counts = await countByWorkshop(ctx, scope)
  const groups = await workshopsInOrder(
    ctx,
    counts.filter((one) => !isExcluded(scope, one)),
  )
  const page: Found[] = []
  let skip = pagination.offset
  for (const { workshopIds, count: total } of reverse ? groups.toReversed() : groups) {
    const wanted = pagination.count - page.length
    if (wanted > 0 && skip < total)
      page.push(...(await idRange(ctx, { ...scope, workshopIds }, { offset: skip, count: wanted, total, newestFirst: reverse })))
    skip = Math.max(0, skip - total)
  }
  return pageOf(
    page,
    groups.reduce((sum, group) => sum + group.count, 0),
  )
}

interface IdRange {
  readonly offset: number
  readonly count: number
  readonly total: number
  readonly newestFirst: boolean
}

async function idRange(ctx: RequestContext, scope: Scope, { offset, count: size, total, newestFirst }: IdRange): Promise<Found[]> {
  if (offset >= total) return []
  // The far half is read from the end, so that the last page is as fast as the first.
  const fromEnd = offset > total / 2
  const most = Math.min(size, total - offset)
  const direction = fromEnd === newestFirst ? 'asc' : 'desc'
  // Ids alone come from an index, however many are skipped.
  const page = ctx.db
    .selectFrom('respondent')
    .select('id')
    .where(idsInScope(scope))
    .orderBy('id', direction)
    .limit(most)
    .offset(fromEnd ? total - offset - most : offset)
    .as('page')
  const rows = await ctx.db
    .selectFrom(page)
    .innerJoin('respondent', 'respondent.id', 'page.id')
    .select(['respondent.id', 'anonymousId'])
    .orderBy('page.id', direction)
    .execute()
  return fromEnd ? rows.reverse() : rows
}

interface WorkshopCount {
  readonly workshopId: number
  readonly isTest: boolean
  readonly count: number
}

// If requested by name, a test workshop is a list like any other.
function isExcluded({ withoutTests, workshopIds }: Scope, { isTest }: WorkshopCount): boolean {
  return isTest && withoutTests === true && !workshopIds
}

// The stored counts cover workshop, agency and flag; other filters leave so few respondents that counting them is cheap.
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
