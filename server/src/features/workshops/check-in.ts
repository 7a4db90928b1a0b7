import { randomUUID } from 'node:crypto'
import type { ByRespondent } from '@portico/shared/contract/fields'
import { isWelcome } from '@portico/shared/rules/flags'
import { isWorkshopDay } from '@portico/shared/rules/registration-window'
import { auditRespondents } from '../../infra/security/audit/audit.ts'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { judgeReopenedCase } from '../responses/new-rules/rules-of-case.ts'
import { record } from '../responses/review/history.ts'
import { atReachableWorkshops, everyone, greenDotsReachable, inScope } from '../responses/scope.ts'
import { movesOf } from './stations/station-visits.ts'
import { addEvents, historiesOf, requireRoom } from './check-in-events.ts'

/**
 * Checks a green dot in; a repeat returns the time of the first. Staff need access to the workshop. The public may check themselves in on
 * the day of the workshop if it allows that; anything else throws `NOT_FOUND` (shared/spec/contract.md#check-in).
 */
export async function checkIn(ctx: RequestContext, input: ByRespondent): Promise<{ checkedInAt: string }> {
  const respondent = await findAdmissible(ctx, input, 'lock')
  if (!respondent) throw new Failure('NOT_FOUND')
  auditRespondents(ctx, [respondent.anonymousId])
  if (respondent.checkedInAt) return { checkedInAt: respondent.checkedInAt.toISOString() }
  const event = { eventId: randomUUID(), kind: 'in', undoes: [], counts: true, happenedAt: ctx.now, deviceId: null } as const
  await addEvents(ctx, [{ respondentId: respondent.id, ...event }], await historiesOf(ctx, [respondent.id]))
  return { checkedInAt: ctx.now.toISOString() }
}

/**
 * Returns when a respondent was checked in; null otherwise, also for unknown numbers and respondents whom the caller may not check in, so
 * that the answer does not reveal a flag (shared/spec/contract.md#check-in). To the public, null leaves no audit entry: writing one would
 * make the answer take longer, which would reveal green respondents.
 */
export async function isCheckedIn(ctx: RequestContext, input: ByRespondent): Promise<string | null> {
  const respondent = await findAdmissible(ctx, input)
  if (!respondent?.checkedInAt) return null
  auditRespondents(ctx, [respondent.anonymousId])
  return respondent.checkedInAt.toISOString()
}

async function findAdmissible(ctx: RequestContext, { respondent }: ByRespondent, lock?: 'lock') {
  const found = await ctx.db
    .selectFrom('respondent')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .select(['respondent.id', 'anonymousId', 'currentFlag', 'checkedInAt', 'eventDate', 'timeZone', 'selfCheckIn'])
    .where('anonymousId', '=', respondent.anonymousId)
    .where(inScope(ctx.caller ? await atReachableWorkshops(ctx) : await everyone(ctx)))
    .$if(lock === 'lock', (query) => query.forUpdate('respondent'))
    .executeTakeFirst()
  // Respondents whom staff ask about are audited whatever the answer is.
  if (found && ctx.caller) auditRespondents(ctx, [found.anonymousId])
  if (!found || !isWelcome(found.currentFlag)) return undefined
  if (!ctx.caller && !(found.selfCheckIn && isWorkshopDay(found, ctx.now))) return undefined
  return found
}

/**
 * Undoes the check-in of a green dot, with a reason that stays in the history; rules applied meanwhile judge the case. Throws
 * `NOT_FOUND`, also for deleted respondents and those who are not green, `NOT_CHECKED_IN`, and `TOO_MANY_REQUESTS` if no more of what the
 * caller records about them is kept (shared/spec/contract.md#check-in-without-a-network).
 */
export async function undoCheckIn(
  ctx: RequestContext,
  { respondent, reason }: ByRespondent & { reason: string },
): Promise<Record<string, never>> {
  const found = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'agencyId', 'questionnaireId', 'keyId', 'wrappedKey', 'checkedInAt'])
    .where('anonymousId', '=', respondent.anonymousId)
    .where(inScope(await greenDotsReachable(ctx)))
    .forUpdate()
    .executeTakeFirst()
  if (!found?.wrappedKey) throw new Failure('NOT_FOUND')
  if (!found.checkedInAt) throw new Failure('NOT_CHECKED_IN')
  auditRespondents(ctx, [found.anonymousId])
  const histories = await historiesOf(ctx, [found.id])
  requireRoom(ctx, { histories, moves: await movesOf(ctx, [found.id]) }, found.id)
  await record(ctx, found, { about: 'check-in', flag: null, reason })
  const undoes = (histories.get(found.id)?.effective ?? []).map((checkIn) => checkIn.eventId)
  const event = { eventId: randomUUID(), kind: 'undo', undoes, counts: true, happenedAt: ctx.now, deviceId: null } as const
  await addEvents(ctx, [{ respondentId: found.id, ...event }], histories)
  await judgeReopenedCase(ctx, found)
  return {}
}
