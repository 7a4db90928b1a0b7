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
 * Which respondents a call may see, as data that every query merges into its `where`. A foreign respondent is simply not found:
 * there is no second check to forget and no difference to observe (shared/spec/access-matrix.md#foreign-objects).
 */
export interface Scope extends Bounds {
  /** Only `scopeOf` makes one, so that none goes past what an API token is bounded to. */
  readonly [bounded]: true
  /** Only those who have one of these flags now; undefined: all. */
  readonly flags?: readonly RespondentFlagWord[]
  /** Only those in progress without a red answer. */
  readonly ready?: boolean
  /** Only those whose case this account read last. */
  readonly readBy?: number
  /**
   * Besides `flags`, those whom this account itself turned by overriding an answer. What was decided is sealed: SQL lets everyone through
   * on whom the account decided something, and `openCase` looks at what it was.
   */
  readonly orTurnedBy?: number
  /** Workshops that the caller reaches through an agency alone: nobody's answers there who does not want them shared with agencies. */
  readonly sharedOnlyAt?: readonly number[]
  /** Nobody of a test workshop; where `workshopIds` are given, those were asked for by name. */
  readonly withoutTests?: boolean
  /** The test workshops that anybody answered for, where that is known. */
  readonly testWorkshopIds?: readonly number[]
  /** Also those who asked us to stop, whom nobody sees: to say that they have gone. */
  readonly orStopped?: boolean
}

/** Listed, invited and checked in as green dots (shared/spec/contract.md#flags). */
const welcome: readonly RespondentFlagWord[] = ['green', 'not-applicable']

// The one place where what an API token is bounded to narrows whom a call sees (shared/spec/access-matrix.md#api-tokens).
function scopeOf({ caller }: RequestContext, scope: Omit<Scope, typeof bounded>): Scope {
  const { workshopIds, agencyIds } = caller?.token ?? noBounds
  return {
    ...scope,
    [bounded]: true,
    ...(workshopIds && { workshopIds: among(scope.workshopIds, workshopIds) }),
    ...(agencyIds && { agencyIds: among(scope.agencyIds, agencyIds) }),
  }
}

const noBounds = { workshopIds: null, agencyIds: null }

function among(ids: readonly number[] | undefined | 'all', bound: readonly number[]): readonly number[] {
  return ids === undefined || ids === 'all' ? bound : ids.filter((id) => bound.includes(id))
}

/** Whether the caller's API token, if it is one that calls, is bounded to other workshops than this. */
export function isBeyondToken({ caller }: RequestContext, workshopId: number): boolean {
  return caller?.token?.workshopIds?.includes(workshopId) === false
}

/** The workshop of this name, whoever may see it; undefined when there is none, or none for the API token that calls. */
export async function findWorkshopId(ctx: RequestContext, name: string): Promise<number | undefined> {
  const found = await ctx.db.selectFrom('workshop').select('id').where('name', '=', name).executeTakeFirst()
  return found && !isBeyondToken(ctx, found.id) ? found.id : undefined
}

/** As `findWorkshopId`, for those who may know every workshop. Throws `NOT_FOUND`, which says what is not there. */
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

/** Those assigned to one agency, which has to be one of the caller's unless they are an admin. A foreign agency has none. */
export async function assignedTo(ctx: RequestContext, agencyId: number): Promise<Scope> {
  const mine = await agenciesOf(ctx)
  return scopeOf(ctx, { agencyIds: mine === 'all' || mine.includes(agencyId) ? [agencyId] : [] })
}

/** Those whom the caller may review: assigned to one of their agencies, or anybody for an admin. */
export async function reviewable(ctx: RequestContext): Promise<Scope> {
  const mine = await agenciesOf(ctx)
  return scopeOf(ctx, mine === 'all' ? {} : { agencyIds: mine })
}

/** The green dots of one workshop. Without access, or without such a workshop, a volunteer is told so; an agency finds none. */
export async function greenDotsOf(ctx: RequestContext, workshopName: string): Promise<Scope> {
  const reachable = await workshopsOf(ctx)
  const workshopId = await findWorkshopId(ctx, workshopName)
  const workshopIds = workshopId !== undefined && (reachable === 'all' || reachable.includes(workshopId)) ? [workshopId] : []
  if (workshopIds.length === 0 && reachable !== 'all' && callerOf(ctx).roles.includes('VOLUNTEERV1'))
    throw new Failure('VOLUNTEER_CANT_ACCESS_WORKSHOP')
  return scopeOf(ctx, { workshopIds, flags: welcome })
}

/** Everyone of one workshop, green or not, for those who work at its door; refused as `greenDotsOf` is. */
export async function atDoorOf(ctx: RequestContext, workshopName: string): Promise<Scope> {
  const { workshopIds = [] } = await greenDotsOf(ctx, workshopName)
  return scopeOf(ctx, { workshopIds })
}

/** The green dots of every workshop that the caller has access to. */
export async function greenDotsReachable(ctx: RequestContext): Promise<Scope> {
  const reach = await reachOf(ctx)
  if (reach === 'all') return scopeOf(ctx, { flags: welcome })
  return scopeOf(ctx, { workshopIds: [...reach.granted, ...reach.byAgencyAlone], flags: welcome, sharedOnlyAt: reach.byAgencyAlone })
}

/** As `greenDotsReachable`, and those whom the caller's own override turned, so that it can be taken back. */
export async function greenDotsDecidable(ctx: RequestContext): Promise<Scope> {
  return { ...(await greenDotsReachable(ctx)), orTurnedBy: callerOf(ctx).id }
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

/** The workshops that the caller has access to: a volunteer by a live grant, an agency by taking part; `all` for an admin. */
export async function workshopsOf(ctx: RequestContext): Promise<readonly number[] | 'all'> {
  const bound = callerOf(ctx).token?.workshopIds
  const reach = await reachOf(ctx)
  if (reach === 'all') return bound ?? 'all'
  const reachable = [...reach.granted, ...reach.byAgencyAlone]
  return bound ? among(reachable, bound) : reachable
}

interface Reach {
  readonly granted: readonly number[]
  readonly byAgencyAlone: readonly number[]
}

// Whatever an API token is bounded to.
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

/** The `where` of a scope, for queries on `respondent`. */
export function inScope(scope: Scope) {
  return (where: ExpressionBuilder<Database, 'respondent'>): ExpressionWrapper<Database, 'respondent', SqlBool> => {
    const conditions: Expression<SqlBool>[] = scope.orStopped ? [] : [notStopped]
    if (scope.workshopIds) conditions.push(oneOf(where, 'respondent.workshopId', scope.workshopIds))
    if (scope.agencyIds) conditions.push(oneOf(where, 'respondent.agencyId', scope.agencyIds))
    if (scope.flags) {
      const [only, ...others] = scope.flags
      const flagged =
        only !== undefined && others.length === 0
          ? where('respondent.currentFlag', '=', only)
          : where('respondent.currentFlag', '=', sql<RespondentFlagWord>`any(${sql.val([...scope.flags])}::text[])`)
      conditions.push(scope.orTurnedBy === undefined ? flagged : where.or([flagged, decidedOnBy(scope.orTurnedBy)]))
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
  // With one of them, an index gives the rows in order.
  if (only !== undefined && others.length === 0) return where(column, '=', only)
  return where(column, '=', sql<number>`any(${sql.val([...ids])}::int[])`)
}

// Not by the row itself, which an index that gives the ids need not read.
const notStopped = sql<boolean>`respondent.id not in (select id from respondent as stopped where wrapped_key is null)`

/** The respondents, or counts of them, that are of no test workshop (shared/spec/contract.md#test-workshops). */
export const notOfTest = sql<boolean>`workshop_id not in (select id from workshop as tried where is_test)`

// By ids, as `notStopped`, where the workshops are known; most often there are none.
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
