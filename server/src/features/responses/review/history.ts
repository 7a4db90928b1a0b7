import { isOwn } from '@portico/shared/rules/decisions'
import type { DecisionKind } from '@portico/shared/words/decision-kinds'
import { limits } from '@portico/shared/words/limits'
import type { Role } from '@portico/shared/words/roles'
import { nextIds } from '../../../infra/postgres/next-id.ts'
import { openDecisions, sealDecision, type Decision, type SealedRespondent } from '../../../infra/security/sealed-respondent.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { membershipsOf, type Scope } from '../scope.ts'

type Person = SealedRespondent & { readonly id: number }

/** A decision to record, with its reason. */
export type Decided = Omit<Decision, 'position'> & { readonly position?: number }

type Reviewed = Person & { readonly agencyId: number | null }

/**
 * Adds a decision to a respondent's history, marked if the caller is not a member of their agency
 * (shared/spec/access-matrix.md#assigned-respondents).
 */
export async function record(ctx: RequestContext, person: Reviewed, decided: Decided): Promise<void> {
  await recordAll(ctx, [{ person, decided }])
}

/** Adds decisions to the histories of respondents, in this order; otherwise like `record`. */
export async function recordAll(
  ctx: RequestContext,
  decisions: readonly { readonly person: Reviewed; readonly decided: Decided }[],
): Promise<void> {
  if (decisions.length === 0) return
  const own = await membershipsOf(ctx)
  const ids = await nextIds(ctx.db, 'decision', decisions.length)
  const rows = ids.flatMap((id, index) => {
    const { person, decided } = decisions[index] ?? {}
    if (!person || !decided) return []
    return {
      id,
      respondentId: person.id,
      sealed: sealDecision(ctx.services.encryption, person, id, { ...decided, position: decided.position ?? null }),
      accountId: callerOf(ctx).id,
      outsideAgency: person.agencyId === null || !own.includes(person.agencyId),
      decidedAt: ctx.now,
    }
  })
  await ctx.db.insertInto('decision').values(rows).execute()
}

/** Returns the decisions on one respondent, newest first; none if they were deleted. */
export async function decisionsOf(ctx: RequestContext, person: Person) {
  const rows = await ctx.db
    .selectFrom('decision')
    .innerJoin('account', 'account.id', 'decision.accountId')
    .select(['decision.id', 'sealed', 'accountId', 'account.name as by', 'outsideAgency', 'decidedAt'])
    .where('respondentId', '=', person.id)
    .orderBy('decision.id', 'desc')
    .execute()
  return openDecisions(ctx.services.encryption, person, rows)
}

/** Returns the decisions on a case, oldest first; their number is its version. */
export async function caseDecisionsOf(ctx: RequestContext, person: Person) {
  return caseDecisions(await decisionsOf(ctx, person)).reverse()
}

/** A decision with when it was made, and the roles that its author has now. */
export interface PastDecision extends Decision {
  readonly id: number
  readonly decidedAt: Date
  readonly roles: readonly Role[]
}

/** Returns the decisions on these respondents, by respondent, oldest first. */
export async function decisionsOfAll(ctx: RequestContext, people: readonly Person[]): Promise<Map<number, PastDecision[]>> {
  if (people.length === 0) return new Map()
  const ids = people.map((person) => person.id)
  const rows = await ctx.db
    .selectFrom('decision')
    .innerJoin('account', 'account.id', 'decision.accountId')
    .select(['decision.id', 'respondentId', 'sealed', 'decidedAt', 'account.roles'])
    .where('respondentId', 'in', ids)
    .orderBy('decision.id')
    .execute()
  const byRespondent = Map.groupBy(rows, (row) => row.respondentId)
  return new Map(people.map((person) => [person.id, openDecisions(ctx.services.encryption, person, byRespondent.get(person.id) ?? [])]))
}

type MadeDecision = Awaited<ReturnType<typeof decisionsOf>>[number]

/** Converts a decision to the shape that staff see, without its subject. */
export function decisionView(ctx: RequestContext, decision: MadeDecision, history: readonly MadeDecision[]) {
  return {
    flag: decision.flag,
    reason: decision.reason,
    ...(decision.before && { before: decision.before }),
    ...(decision.after && { after: decision.after }),
    by: decision.by,
    outsideAgency: decision.outsideAgency,
    own: isOwn(decision, callerOf(ctx).id, history),
    timestampUTC: decision.decidedAt.toISOString(),
  }
}

const reasonsAtCheckIn: readonly DecisionKind[] = ['answer', 'respondent', 'check-in']

/**
 * Returns a function that converts a decision of this history to the shape that callers with this scope see. Corrections, moves, withdrawals
 * and their reasons are for reviewers, also where they took a force back with the same reason, and so are the reasons of rules: at check-in
 * no other reasons and no values are shown (shared/spec/contract.md#corrections, shared/spec/access-matrix.md#reasons-for-red-answers).
 */
export function decisionViewIn(ctx: RequestContext, { flags }: Scope, history: readonly MadeDecision[]) {
  if (!flags) return (decision: MadeDecision) => decisionView(ctx, decision, history)
  // What was decided together, by the same account at the same time: an equal text alone would confirm guesses of a hidden one.
  const togetherWith = ({ accountId, decidedAt, reason }: MadeDecision) => JSON.stringify([accountId, decidedAt, reason])
  const hidden = new Set(history.filter(({ about }) => !reasonsAtCheckIn.includes(about)).map(togetherWith))
  return (decision: MadeDecision): ReturnType<typeof decisionView> => {
    const { before: _before, after: _after, reason, ...view } = decisionView(ctx, decision, history)
    const isHidden = decision.rulesVersion !== undefined || (decision.about !== 'check-in' && hidden.has(togetherWith(decision)))
    return { ...view, reason: isHidden ? '' : reason }
  }
}

/**
 * Whether a correction of another answer keeps the decision that holds for this one, which then still has its reason
 * (shared/spec/contract.md#corrections).
 */
export function keepsDecision({ about, flag }: Pick<Decision, 'about' | 'flag'>): boolean {
  return about === 'correction' && flag !== null
}

/** Filters a history by what changes the case. Undone check-ins are part of the history but change nothing. */
export function caseDecisions<Past extends Pick<Decision, 'about'>>(history: readonly Past[]): Past[] {
  return history.filter(({ about }) => about !== 'check-in')
}

/** Filters a history, newest first, by what is shown: every decision on the case, and of undone check-ins the newest. */
export function shownDecisions<Past extends Pick<Decision, 'about'>>(history: readonly Past[]): Past[] {
  const older = new Set(history.filter(({ about }) => about === 'check-in').slice(limits.undoneCheckInsShown))
  return history.filter((decision) => !older.has(decision))
}

/** A forced flag in effect. */
export interface Force {
  readonly reason: string
  readonly decidedAt: Date
}

/** Returns why and when these respondents were last forced, by id. */
export async function forcesOf(ctx: RequestContext, forced: readonly Person[]): Promise<Map<number, Force>> {
  const forces = new Map<number, Force>()
  for (const [id, history] of await decisionsOfAll(ctx, forced)) {
    const newest = history.findLast((decision) => decision.about === 'respondent')
    if (newest) forces.set(id, newest)
  }
  return forces
}
