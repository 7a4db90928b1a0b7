import { outcomeOf, effectiveCheckIns, type CheckInEvent } from '@portico/shared/rules/check-ins'
import { moveOutcomeOf, pathOf } from '@portico/shared/rules/stations'
import type { SyncedEvent } from '@portico/shared/contract/door'
import type { Station } from '@portico/shared/words/stations'
import type { RequestContext } from '../../infra/request-context.ts'
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
  readonly deviceId: string | null
}

/** Returns all events of these respondents by respondent id, in no particular order. */
export async function eventsOf(ctx: RequestContext, respondentIds: readonly number[]): Promise<Map<number, StoredEvent[]>> {
  if (respondentIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('check_in_event')
    .leftJoin('account', 'account.id', 'check_in_event.accountId')
    .select(['respondentId', 'eventId', 'kind', 'undoes', 'counts', 'happenedAt', 'accountId', 'account.name as by'])
    .where('respondentId', 'in', [...respondentIds])
    .execute()
  return Map.groupBy(
    rows.map(({ happenedAt, ...row }) => ({ ...row, at: happenedAt.getTime() })),
    (row) => row.respondentId,
  )
}

/**
 * Adds events to the history and recomputes `checkedInAt` from all of it; existing events are left unchanged. Returns the ids of the new
 * ones and all events of these respondents. The caller holds the respondents' row locks.
 */
export async function addEvents(
  ctx: RequestContext,
  events: readonly NewEvent[],
): Promise<{ added: ReadonlySet<string>; history: Map<number, StoredEvent[]> }> {
  const added =
    events.length === 0
      ? []
      : await ctx.db
          .insertInto('check_in_event')
          .values(events.map((event) => ({ ...event, undoes: [...event.undoes], receivedAt: ctx.now, accountId: ctx.caller?.id ?? null })))
          .onConflict((conflict) => conflict.column('eventId').doNothing())
          .returning('eventId')
          .execute()
  const respondentIds = [...new Set(events.map((event) => event.respondentId))]
  const history = await eventsOf(ctx, respondentIds)
  for (const id of respondentIds) {
    const [first] = effectiveCheckIns(history.get(id) ?? [])
    await ctx.db
      .updateTable('respondent')
      .set({ checkedInAt: first ? new Date(first.at) : null, checkedInById: first?.accountId ?? null })
      .where('id', '=', id)
      .execute()
  }
  return { added: new Set(added.map((row) => row.eventId)), history }
}

/** Everything stored about one respondent's day. */
interface KnownDay {
  readonly history: readonly StoredEvent[]
  readonly moves: readonly StoredMove[]
  readonly stations: readonly Station[]
}

/** Returns the result that a device receives for a check-in or its undoing. */
export function checkInResultOf(eventId: string, day: KnownDay): SyncedEvent {
  const [first] = effectiveCheckIns(day.history)
  return { eventId, outcome: outcomeOf(day.history, eventId), by: first?.by ?? null, ...currentPlace(day) }
}

/** Returns the result that a device receives for a move; `unknown` if nothing is stored about the respondent. */
export function moveResultOf(eventId: string, day: KnownDay): SyncedEvent {
  const [first] = effectiveCheckIns(day.history)
  const isKnown = day.moves.some((move) => move.eventId === eventId)
  const outcome = isKnown ? moveOutcomeOf(first?.at ?? null, day.moves, { eventId, stations: day.stations }) : 'unknown'
  const last = day.moves.toSorted((one, other) => one.at - other.at).at(-1)
  return { eventId, outcome, by: last?.by ?? null, ...currentPlace(day) }
}

function currentPlace({ history, moves, stations }: KnownDay): Pick<SyncedEvent, 'checkedInAt' | 'place'> {
  const [first] = effectiveCheckIns(history)
  if (!first) return { checkedInAt: null, place: null }
  return { checkedInAt: new Date(first.at).toISOString(), place: placeOf(pathOf(first.at, moves, stations), stations) }
}
