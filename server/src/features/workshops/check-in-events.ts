import { CheckInHistory, type CheckInEvent } from '@portico/shared/rules/check-ins'
import { moveOutcomesOf, pathOf, type MoveOutcome } from '@portico/shared/rules/stations'
import type { DoorEvent, SyncedEvent } from '@portico/shared/contract/door'
import { limits } from '@portico/shared/words/limits'
import type { Station } from '@portico/shared/words/stations'
import { sql } from 'kysely'
import { Failure } from '../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { placeOf, type StoredMove } from './stations/station-visits.ts'

/** A stored event and who caused it; null for respondents themselves. */
export interface StoredEvent extends CheckInEvent {
  readonly respondentId: number
  readonly accountId: number | null
  readonly by: string | null
}

/** An event to add to the history of a respondent whose row is locked. */
export interface NewEvent {
  readonly respondentId: number
  readonly eventId: string
  readonly kind: 'in' | 'undo'
  readonly undoes: readonly string[]
  readonly counts: boolean
  readonly happenedAt: Date
  /** Null for what was not recorded on a device at the door. */
  readonly deviceId: string | null
}

/** The histories of some respondents by respondent id. */
export type Histories = ReadonlyMap<number, CheckInHistory<StoredEvent>>

/** Returns the history of each of these respondents, also of those without any event. */
export async function historiesOf(ctx: RequestContext, respondentIds: readonly number[]): Promise<Histories> {
  const histories = new Map(respondentIds.map((id) => [id, new CheckInHistory<StoredEvent>()]))
  const rows = await ctx.db
    .selectFrom('check_in_event')
    .leftJoin('account', 'account.id', 'check_in_event.accountId')
    .select(['respondentId', 'eventId', 'kind', 'undoes', 'counts', 'happenedAt', 'accountId', 'account.name as by'])
    .where('respondentId', '=', sql<number>`any(${sql.val([...respondentIds])}::bigint[])`)
    .execute()
  for (const { happenedAt, ...row } of rows) histories.get(row.respondentId)?.take({ ...row, at: happenedAt.getTime() })
  return histories
}

/**
 * Adds events to the database and to the histories of their respondents, and updates `checkedInAt`; existing events are left unchanged.
 * Returns the ids of the undos that revoked a check-in in effect. The caller has held the respondents' row locks since before reading the
 * histories.
 */
export async function addEvents(ctx: RequestContext, events: readonly NewEvent[], histories: Histories): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set()
  const added = await ctx.db
    .insertInto('check_in_event')
    .values(events.map((event) => ({ ...event, undoes: [...event.undoes], receivedAt: ctx.now, accountId: ctx.caller?.id ?? null })))
    .onConflict((conflict) => conflict.column('eventId').doNothing())
    .returning(['eventId', 'respondentId'])
    .execute()
  if (added.length === 0) return new Set()
  const newIds = new Set(added.map((row) => row.eventId))
  const author = { accountId: ctx.caller?.id ?? null, by: ctx.caller?.name ?? null }
  const undoing = new Set<string>()
  for (const { happenedAt, ...event } of events) {
    if (!newIds.has(event.eventId)) continue
    const isUndoing = histories.get(event.respondentId)?.take({ ...event, ...author, at: happenedAt.getTime() })
    if (isUndoing) undoing.add(event.eventId)
  }
  const ids = [...new Set(added.map((row) => row.respondentId))]
  const first = ids.map((id) => histories.get(id)?.first)
  await sql`update respondent set checked_in_at = first.at, checked_in_by_id = first.account_id
    from unnest(${ids}::bigint[], ${first.map((event) => event && new Date(event.at))}::timestamptz[],
      ${first.map((event) => event?.accountId)}::bigint[]) as first (id, at, account_id)
    where respondent.id = first.id`.execute(ctx.db)
  return undoing
}

/** What is stored of some respondents, by respondent id. */
export interface Stored {
  readonly histories: Histories
  readonly moves: ReadonlyMap<number, readonly StoredMove[]>
}

/** Returns how much of what the caller recorded about a respondent is stored: check-ins, moves, and ids of check-ins undone. */
export function sizeOfOwn(ctx: RequestContext, { histories, moves }: Stored, respondentId: number): number {
  const stored = [...(histories.get(respondentId)?.events ?? []), ...(moves.get(respondentId) ?? [])]
  return sizeOf(stored.filter(({ accountId }) => accountId === callerOf(ctx).id))
}

/** Returns how much of the limit these events take. */
export function sizeOf(events: readonly { readonly eventId: string; readonly undoes?: readonly string[] }[]): number {
  return events.reduce((sum, { undoes = [] }) => sum + Math.max(1, undoes.length), 0)
}

/**
 * Throws `TOO_MANY_REQUESTS` if no more of what the caller records about a respondent is kept, because all of it has to be read with every
 * event and every list (shared/spec/contract.md#check-in-without-a-network).
 */
export function requireRoom(ctx: RequestContext, stored: Stored, respondentId: number): void {
  if (sizeOfOwn(ctx, stored, respondentId) >= limits.doorEventsKept)
    throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter: limits.doorEventAgeMs / 1_000 })
}

/** One respondent's day, evaluated once for the results of all their events. */
export interface Day {
  readonly history: CheckInHistory<StoredEvent>
  readonly moveOutcomes: ReadonlyMap<string, MoveOutcome>
  readonly lastMovedBy: string | null
  readonly now: Pick<SyncedEvent, 'checkedInAt' | 'place'>
}

/** Returns the day of a respondent of whom these events and moves are stored. */
export function dayOf(history: CheckInHistory<StoredEvent>, moves: readonly StoredMove[], stations: readonly Station[]): Day {
  const { first } = history
  return {
    history,
    moveOutcomes: moveOutcomesOf(first?.at ?? null, moves, stations),
    lastMovedBy: moves.toSorted((one, other) => one.at - other.at).at(-1)?.by ?? null,
    now: first
      ? { checkedInAt: new Date(first.at).toISOString(), place: placeOf(pathOf(first.at, moves, stations), stations) }
      : { checkedInAt: null, place: null },
  }
}

/** Returns the result that a device receives for an event; `unknown` if it is not stored. */
export function resultOf(
  { eventId, kind }: Pick<DoorEvent, 'eventId' | 'kind'>,
  { history, moveOutcomes, lastMovedBy, now }: Day,
): SyncedEvent {
  return kind === 'move'
    ? { eventId, outcome: moveOutcomes.get(eventId) ?? 'unknown', by: lastMovedBy, ...now }
    : { eventId, outcome: history.outcomeOf(eventId), by: history.first?.by ?? null, ...now }
}
