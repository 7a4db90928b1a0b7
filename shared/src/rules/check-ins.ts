/** An event of a respondent's check-in, recorded on some device, possibly offline. */
export interface CheckInEvent {
  readonly eventId: string
  readonly kind: 'in' | 'undo'
  /** When it happened by the server's clock, in ms since 1970. */
  readonly at: number
  /** The check-ins that the device saw when it undid them; empty for a check-in. */
  readonly undoes: readonly string[]
  /** False for a check-in of someone who was no longer green when it reached the server: it is kept only as history. */
  readonly counts: boolean
}

/** The outcome of an event; all except `in` and `out` are conflicts that staff must look at. */
export const checkInOutcomes = ['in', 'out', 'already-in', 'still-in', 'not-green', 'unknown'] as const
export type CheckInOutcome = (typeof checkInOutcomes)[number]

/** Orders by time, then by id, so that the result does not depend on the order of arrival. */
function byTime(one: CheckInEvent, other: CheckInEvent): number {
  return one.at - other.at || (one.eventId < other.eventId ? -1 : 1)
}

/**
 * Returns the check-ins of one respondent that are not undone, earliest first: that one counts. Depends only on the set of events, not on
 * their order or repetitions (shared/spec/contract.md#check-in-without-a-network).
 */
export function effectiveCheckIns<Event extends CheckInEvent>(events: readonly Event[]): Event[] {
  const undone = new Set(events.flatMap((event) => event.undoes))
  const effective = events.filter((event) => event.kind === 'in' && event.counts && !undone.has(event.eventId))
  return [...new Map(effective.map((event) => [event.eventId, event])).values()].sort(byTime)
}

/** Returns the outcome of one event of a respondent, given all of them. */
export function outcomeOf(events: readonly CheckInEvent[], eventId: string): CheckInOutcome {
  const event = events.find((one) => one.eventId === eventId)
  if (!event) return 'unknown'
  const effective = effectiveCheckIns(events)
  // A check-in after an undo is a new one, not one that the undo overlooked.
  if (event.kind === 'undo') return effective.some((one) => one.at < event.at) ? 'still-in' : 'out'
  if (!event.counts) return 'not-green'
  if (effective[0]?.eventId === eventId) return 'in'
  return effective.some((one) => one.eventId === eventId) ? 'already-in' : 'out'
}

/** Returns whether an undo revokes a check-in that is in effect among the events received before it. */
export function undoesEffectiveCheckIn(earlierEvents: readonly CheckInEvent[], undoing: Pick<CheckInEvent, 'undoes'>): boolean {
  return effectiveCheckIns(earlierEvents).some(({ eventId }) => undoing.undoes.includes(eventId))
}

const oldestMs = 24 * 60 * 60_000

/**
 * Returns when something happened by the server's clock, from the age that the device reports. A device's clock may be wrong by hours, but
 * the difference between two of its readings is not. At most one day back, never in the future.
 */
export function happenedAt(receivedAt: Date, ageMs: number): Date {
  return new Date(receivedAt.getTime() - Math.min(Math.max(ageMs, 0), oldestMs))
}
