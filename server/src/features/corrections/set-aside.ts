import type { CaseWithdrawal, Merger } from '@portico/shared/contract/corrections'
import type { ByRespondent } from '@portico/shared/contract/fields'
import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { lockKeptCase, lockPerson, type Person } from '../privacy/find-person.ts'
import { endSetAside, setAside } from '../privacy/removal.ts'
import { updateReopenedCase } from '../responses/new-rules/rules-of-case.ts'
import { record } from '../responses/review/history.ts'
import { openCase } from '../responses/review/open-case.ts'
import { everyone, reviewable } from '../responses/scope.ts'

/**
 * Withdraws a case because the person asked for it: it is in no list, count, export or message until an admin restores it
 * (shared/spec/contract.md#corrections). Throws `NOT_FOUND`.
 */
export async function withdrawRespondent(ctx: RequestContext, input: CaseWithdrawal): Promise<Record<string, never>> {
  const reviewed = await openCase(ctx, await reviewable(ctx), input.respondent)
  await record(ctx, reviewed, { about: 'withdrawal', flag: null, reason: input.reason })
  await setAside(ctx, await lockPerson(ctx, reviewed), { kind: 'withdrawn', setAsideById: callerOf(ctx).id })
  return {}
}

/**
 * Merges a case into another one of the same person, which is kept; they can be separated for 30 days. What was asked of the merged case is
 * left to staff to verify (shared/spec/contract.md#privacy-requests). Throws `NOT_FOUND` for either case, and `INVALID_REQUEST`.
 */
export async function mergeRespondents(ctx: RequestContext, { respondent, into, reason }: Merger): Promise<Record<string, never>> {
  if (respondent.anonymousId === into.anonymousId) throw new Failure('INVALID_REQUEST', 'These are one and the same case.')
  const scope = await everyone(ctx)
  // A fixed lock order prevents deadlocks between two admins.
  const [first, second] = [respondent, into].toSorted((one, other) => (one.anonymousId < other.anonymousId ? -1 : 1))
  const cases = [await openCase(ctx, scope, first ?? respondent), await openCase(ctx, scope, second ?? into)]
  const merged = cases.find(({ anonymousId }) => anonymousId === respondent.anonymousId)
  const kept = cases.find(({ anonymousId }) => anonymousId === into.anonymousId)
  if (!merged || !kept) throw new Failure('NOT_FOUND')
  if ((await isTest(ctx, merged.workshopId)) !== (await isTest(ctx, kept.workshopId)))
    throw new Failure('INVALID_REQUEST', 'One of them is of a test workshop.')
  if (merged.checkedInAt) throw new Failure('INVALID_REQUEST', 'This case is checked in: keep it, and merge the other one into it.')
  await record(ctx, merged, { about: 'merge', flag: null, reason, after: kept.anonymousId })
  await record(ctx, kept, { about: 'merge', flag: null, reason, before: merged.anonymousId })
  const person = await lockPerson(ctx, merged)
  await setAside(ctx, person, { kind: 'merged', setAsideById: callerOf(ctx).id, mergedIntoId: kept.id })
  // Whoever asked knew the contact of the merged case, and now it is the kept case that they would change.
  await ctx.db
    .updateTable('privacy_request')
    .set({ byTelephone: true })
    .where('respondentId', '=', merged.id)
    .where('doneAt', 'is', null)
    .execute()
  return {}
}

async function isTest({ db }: RequestContext, workshopId: number): Promise<boolean> {
  return (await db.selectFrom('workshop').select('isTest').where('id', '=', workshopId).executeTakeFirstOrThrow()).isTest
}

/**
 * Restores a case that staff withdrew or merged, unchanged except for rules applied meanwhile, and assigns an agency or sends an invitation
 * if one is due. Throws `NOT_FOUND`, also if the person asked us to stop, and `UNDO_REFUSED`.
 */
export async function returnRespondent(ctx: RequestContext, { respondent }: ByRespondent): Promise<Record<string, never>> {
  const person = await lockPerson(ctx, respondent)
  const { stoppedAt, stoppedAs } = person
  if (!stoppedAt || stoppedAs === 'asked') throw new Failure('NOT_FOUND')
  const kept = stoppedAs === 'merged' ? await requireSeparable(ctx, person, stoppedAt) : undefined
  await endSetAside(ctx, person)
  await record(ctx, person, { about: 'return', flag: null, reason: '' })
  if (kept) await record(ctx, kept, { about: 'return', flag: null, reason: '', before: person.anonymousId })
  const reviewed = await openCase(ctx, await everyone(ctx), person)
  await updateReopenedCase(ctx, reviewed, reviewed.forcedFlag)
  return {}
}

async function requireSeparable(ctx: RequestContext, person: Person, mergedAt: Date): Promise<Person> {
  if (ctx.now.getTime() - mergedAt.getTime() > limits.mergeUndoMs)
    throw new Failure('UNDO_REFUSED', 'They were merged more than 30 days ago.')
  const kept = await lockKeptCase(ctx, person)
  if (kept.stoppedAt)
    throw new Failure('UNDO_REFUSED', 'The case that was kept is not in use: the person asked us to stop, or it was withdrawn.')
  return kept
}
