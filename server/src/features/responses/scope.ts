import { sql, type Expression, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely'
import { isAdmin } from '@portico/shared/rules/accounts'
import type { RespondentFlagWord } from '@portico/shared/words/flags'
import { Failure } from '../../infra/failure.ts'
import { callerOf, type Database, type RequestContext } from '../../infra/request-context.ts'

const bounded = Symbol('bounded')

interface Bounds {
  /** Only these workshops; undefined: all. */
  readonly workshopIds?: readonly number[]
  /** Only those assigned to these agencies; undefined: all. */
  readonly agencyIds?: readonly number[]
}

/**
 * Which respondents a call may see, as data that every query merges into its `where`. A foreign respondent is simply not found: there is no
 * second check to forget and no observable difference (shared/spec/access-matrix.md#foreign-objects).
 */
export interface Scope extends Bounds {
  /** Only `scopeOf` creates scopes, so that none exceeds the bounds of an API token. */
  readonly [bounded]: true
  /** Only those who currently have one of these flags; undefined: all. */
  readonly flags?: readonly RespondentFlagWord[]
  /** Only those in progress without red answers. */
  readonly ready?: boolean
  /** Only those whose case was last read by this account. */
  readonly readBy?: number
  /**
   * In addition to `flags`, those whom this account itself held back by overriding an answer at check-in. Decisions are sealed: SQL admits
   * every respondent on whom the account decided anything, and `openCase` checks what the decision was.
   */
  readonly orHeldBackBy?: number
  /**
   * Workshops that the caller reaches only through an agency: answers there, and what flags tell of them, are withheld if the respondent
   * refused to share them.
   */
  readonly sharedOnlyAt?: readonly number[]
  /** Excludes test workshops, unless `workshopIds` names them. */
  readonly withoutTests?: boolean
  /** The test workshops that have respondents, if known. */
  readonly testWorkshopIds?: readonly number[]
  /** Also includes those who asked us to stop, who are otherwise hidden, to report that they are gone. */
  readonly includeStopped?: boolean
}

/** Flags of those listed, invited and checked in as green dots (shared/spec/contract.md#flags). */
const welcome: readonly RespondentFlagWord[] = ['green', 'not-applicable']

// The only place where the bounds of an API token narrow what a call sees (shared/spec/access-matrix.md#api-tokens).
function scopeOf({ caller }: RequestContext, scope: Omit<Scope, typeof bounded>): Scope {
  const { workshopIds, agencyIds } = caller?.token ?? noBounds
  return {
    ...scope,
    [bounded]: true,
    ...(workshopIds && { workshopIds: intersect(scope.workshopIds, workshopIds) }),
    ...(agencyIds && { agencyIds: intersect(scope.agencyIds, agencyIds) }),
  }
}

const noBounds = { workshopIds: null, agencyIds: null }

function intersect(ids: readonly number[] | undefined | 'all', bound: readonly number[]): readonly number[] {
  return ids === undefined || ids === 'all' ? bound : ids.filter((id) => bound.includes(id))
}

/** Whether the caller uses an API token that is bounded to other workshops than this. */
export function isBeyondToken({ caller }: RequestContext, workshopId: number): boolean {
  return caller?.token?.workshopIds?.includes(workshopId) === false
}

/** Returns the id of the workshop of this name, whoever may see it; undefined if it is unknown or beyond the calling API token. */
export async function findWorkshopId(ctx: RequestContext, name: string): Promise<number | undefined> {
  const found = await ctx.db.selectFrom('workshop').select('id').where('name', '=', name).executeTakeFirst()
  return found && !isBeyondToken(ctx, found.id) ? found.id : undefined
}

/** Like `findWorkshopId`, for callers who may know every workshop. Throws `NOT_FOUND` with a message that names the cause. */
export async function workshopIdOf(ctx: RequestContext, name: string): Promise<number> {
  const id = await findWorkshopId(ctx, name)
  if (id === undefined) throw new Failure('NOT_FOUND', 'There is no workshop of this name.')
  return id
}

/** All respondents, or those of one workshop or agency; for admins. Throws `NOT_FOUND` for an unknown workshop. */
export async function everyone(ctx: RequestContext, workshopName?: string, agencyId?: number): Promise<Scope> {
  const ofAgency = agencyId === undefined ? {} : { agencyIds: [agencyId] }
  if (workshopName === undefined) return scopeOf(ctx, ofAgency)
  return scopeOf(ctx, { ...ofAgency, workshopIds: [await workshopIdOf(ctx, workshopName)] })
}

/** Those assigned to one agency of the caller, or to any agency for an admin; nobody for a foreign agency. */
export async function assignedTo(ctx: RequestContext, agencyId: number): Promise<Scope> {
  const mine = await agenciesOf(ctx)
  return scopeOf(ctx, { agencyIds: mine === 'all' || mine.includes(agencyId) ? [agencyId] : [] })
}

/** Those whom the caller may review: assigned to one of their agencies, or everyone for an admin. */
export async function reviewable(ctx: RequestContext): Promise<Scope> {
  const mine = await agenciesOf(ctx)
  return scopeOf(ctx, mine === 'all' ? {} : { agencyIds: mine })
}

/**
 * The green dots of one workshop. For an unknown or inaccessible workshop, throws `VOLUNTEER_CANT_ACCESS_WORKSHOP` for volunteers and
 * matches nobody for others.
 */
export async function greenDotsOf(ctx: RequestContext, workshopName: string): Promise<Scope> {
  const reach = await reachOf(ctx)
  const workshopId = await findWorkshopId(ctx, workshopName)
  const workshopIds = workshopId !== undefined && (reach === 'all' || allOf(reach).includes(workshopId)) ? [workshopId] : []
  if (workshopIds.length === 0 && reach !== 'all' && callerOf(ctx).roles.includes('VOLUNTEERV1'))
    throw new Failure('VOLUNTEER_CANT_ACCESS_WORKSHOP')
  return scopeOf(ctx, { workshopIds, flags: welcome, ...(reach !== 'all' && { sharedOnlyAt: reach.byAgencyAlone }) })
}

/** Everyone of one workshop, green or not, for those who work at its door; throws like `greenDotsOf`. */
export async function atDoorOf(ctx: RequestContext, workshopName: string): Promise<Scope> {
  const { workshopIds = [] } = await greenDotsOf(ctx, workshopName)
  return scopeOf(ctx, { workshopIds })
}

/** The green dots of every workshop that the caller has access to. */
export async function greenDotsReachable(ctx: RequestContext): Promise<Scope> {
  const reach = await reachOf(ctx)
  if (reach === 'all') return scopeOf(ctx, { flags: welcome })
  return scopeOf(ctx, { workshopIds: allOf(reach), flags: welcome, sharedOnlyAt: reach.byAgencyAlone })
}

/** Like `greenDotsReachable`, plus those whom the caller held back by an override there, so that it can be taken back. */
export async function greenDotsDecidable(ctx: RequestContext): Promise<Scope> {
  return { ...(await greenDotsReachable(ctx)), orHeldBackBy: callerOf(ctx).id }
}

/** Everyone at the workshops that the caller has access to. */
export async function atReachableWorkshops(ctx: RequestContext): Promise<Scope> {
  const reachable = await workshopsOf(ctx)
  return scopeOf(ctx, reachable === 'all' ? {} : { workshopIds: reachable })
}

/** The agencies that the caller works for; `all` for an admin. */
export async function agenciesOf(ctx: RequestContext): Promise<readonly number[] | 'all'> {
  const caller = callerOf(ctx)
  if (isAdmin(caller.roles)) return 'all'
  return membershipsOf(ctx)
}

/** The agencies that the caller is a member of, admin or not. */
export async function membershipsOf(ctx: RequestContext): Promise<number[]> {
  const rows = await ctx.db.selectFrom('agency_member').select('agencyId').where('accountId', '=', callerOf(ctx).id).execute()
  return rows.map((row) => row.agencyId)
}

/** The workshops that the caller has access to: volunteers by a valid grant, agencies by taking part; `all` for an admin. */
export async function workshopsOf(ctx: RequestContext): Promise<readonly number[] | 'all'> {
  const bound = callerOf(ctx).token?.workshopIds
  const reach = await reachOf(ctx)
  if (reach === 'all') return bound ?? 'all'
  return bound ? intersect(allOf(reach), bound) : allOf(reach)
}

interface Reach {
  readonly granted: readonly number[]
  readonly byAgencyAlone: readonly number[]
}

const allOf = ({ granted, byAgencyAlone }: Reach) => [...granted, ...byAgencyAlone]

// Ignores the bounds of an API token.
async function reachOf(ctx: RequestContext): Promise<Reach | 'all'> {
  if (isAdmin(callerOf(ctx).roles)) return 'all'
  const granted = new Set(await grantedWorkshopsOf(ctx))
  const byAgency = new Set(await agencyWorkshopsOf(ctx))
  return { granted: [...granted], byAgencyAlone: [...byAgency].filter((id) => !granted.has(id)) }
}

async function grantedWorkshopsOf(ctx: RequestContext): Promise<number[]> {
  const { id, roles } = callerOf(ctx)
  if (!roles.includes('VOLUNTEERV1')) return []
  const grants = await ctx.db
    .selectFrom('workshop_access')
    .select('workshopId')
    .where('accountId', '=', id)
    .where('revokedAt', 'is', null)
    .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', ctx.now)]))
    .execute()
  return grants.map((grant) => grant.workshopId)
}

async function agencyWorkshopsOf(ctx: RequestContext): Promise<number[]> {
  const { id, roles } = callerOf(ctx)
  if (!roles.includes('AGENCY')) return []
  const parts = await ctx.db
    .selectFrom('workshop_agency')
    .innerJoin('agency_member', 'agency_member.agencyId', 'workshop_agency.agencyId')
    .select('workshopId')
    .where('agency_member.accountId', '=', id)
    .execute()
  return parts.map((part) => part.workshopId)
}

/**
 * Returns the `where` of a scope, for queries on `respondent`. Whether they were set aside is a condition on the row itself: after waiting
 * for a lock, PostgreSQL evaluates conditions again on the new row, but subqueries still see what was there before.
 */
export function inScope(scope: Scope) {
  return conditionsOf(scope, sql<boolean>`respondent.wrapped_key is not null`)
}

/** Like `inScope`, for queries that read ids alone from an index, without the rows. They must not lock. */
export function idsInScope(scope: Scope) {
  return conditionsOf(scope, sql<boolean>`respondent.id not in (select id from respondent as stopped where wrapped_key is null)`)
}

function conditionsOf(scope: Scope, notStopped: Expression<SqlBool>) {
  return (where: ExpressionBuilder<Database, 'respondent'>): ExpressionWrapper<Database, 'respondent', SqlBool> => {
    const conditions: Expression<SqlBool>[] = scope.includeStopped ? [] : [notStopped]
    if (scope.workshopIds) conditions.push(oneOf(where, 'respondent.workshopId', scope.workshopIds))
    if (scope.agencyIds) conditions.push(oneOf(where, 'respondent.agencyId', scope.agencyIds))
    if (scope.flags) {
      const [only, ...others] = scope.flags
      const flagged =
        only !== undefined && others.length === 0
          ? where('respondent.currentFlag', '=', only)
          : where('respondent.currentFlag', '=', sql<RespondentFlagWord>`any(${sql.val([...scope.flags])}::text[])`)
      conditions.push(scope.orHeldBackBy === undefined ? flagged : where.or([flagged, decidedOnBy(scope.orHeldBackBy)]))
    }
    if (scope.withoutTests && !scope.workshopIds) conditions.push(...withoutTests(scope.testWorkshopIds))
    if (scope.ready)
      conditions.push(where.and([where('respondent.currentFlag', '=', 'in-progress'), where('respondent.currentReds', '=', 0)]))
    if (scope.readBy !== undefined) conditions.push(readLastBy(scope.readBy))
    return where.and(conditions)
  }
}

function oneOf(
  where: ExpressionBuilder<Database, 'respondent'>,
  column: 'respondent.workshopId' | 'respondent.agencyId',
  ids: readonly number[],
) {
  const [only, ...others] = ids
  // With a single id, an index returns the rows in order.
  if (only !== undefined && others.length === 0) return where(column, '=', only)
  return where(column, '=', sql<number>`any(${sql.val([...ids])}::int[])`)
}

/** Excludes the respondents, or counts of them, of test workshops (shared/spec/contract.md#test-workshops). */
export const notOfTest = sql<boolean>`workshop_id not in (select id from workshop as tried where is_test)`

// By ids, like those who stopped, if the workshops are known; usually there are none.
function withoutTests(workshopIds: readonly number[] | undefined): Expression<SqlBool>[] {
  if (!workshopIds) return [notOfTest]
  if (workshopIds.length === 0) return []
  return [
    sql<boolean>`respondent.id not in (select id from respondent as tried where workshop_id = any(${sql.val([...workshopIds])}::int[]))`,
  ]
}

function readLastBy(accountId: number) {
  return sql<boolean>`exists (select from case_claim where case_claim.respondent_id = respondent.id and case_claim.account_id = ${accountId})`
}

function decidedOnBy(accountId: number) {
  return sql<boolean>`exists (select from decision where decision.respondent_id = respondent.id and decision.account_id = ${accountId})`
}
