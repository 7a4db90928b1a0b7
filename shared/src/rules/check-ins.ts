/** Something that happened to a respondent's check-in, on some device, perhaps without a network. */
export interface CheckInEvent {
  readonly eventId: string
  readonly kind: 'in' | 'undo'
  /** When it happened by the server's clock, in ms since 1970. */
  readonly at: number
  /** The check-ins that the device saw when it undid them; empty for a check-in. */
  readonly undoes: readonly string[]
  /** False for a check-in of somebody who was not green any more when the server heard of it: it is history alone. */
  readonly counts: boolean
}

/** What became of an event; everything but `in` and `out` is a conflict that somebody has to look at. */
export const checkInOutcomes = ['in', 'out', 'already-in', 'still-in', 'not-green', 'unknown'] as const
export type CheckInOutcome = (typeof checkInOutcomes)[number]

/** Oldest first: by time, then by id, so that every order of arrival ends the same. */
function byTime(one: CheckInEvent, other: CheckInEvent): number {
  return one.at - other.at || (one.eventId < other.eventId ? -1 : 1)
}

/**
 * The check-ins of one respondent that nobody has undone, the earliest first: that one counts. Depends on the set of events alone, not on
 * their order or on how often they came (shared/spec/contract.md#check-in-without-a-network).
 */
export function standingCheckIns<Event extends CheckInEvent>(events: readonly Event[]): Event[] {
  const undone = new Set(events.flatMap((event) => event.undoes))
  const standing = events.filter((event) => event.kind === 'in' && event.counts && !undone.has(event.eventId))
  return [...new Map(standing.map((event) => [event.eventId, event])).values()].sort(byTime)
}

/** What became of one of the events of a respondent, given all of them. */
export function outcomeOf(events: readonly CheckInEvent[], eventId: string): CheckInOutcome {
  const event = events.find((one) => one.eventId === eventId)
  if (!event) return 'unknown'
  const standing = standingCheckIns(events)
  // A check-in that came after an undo is a new one, not one that the undo overlooked.
  if (event.kind === 'undo') return standing.some((one) => one.at < event.at) ? 'still-in' : 'out'
  if (!event.counts) return 'not-green'
  if (standing[0]?.eventId === eventId) return 'in'
  return standing.some((one) => one.eventId === eventId) ? 'already-in' : 'out'
}

/** Whether an undoing takes back a check-in that stands among the events that were heard of before it. */
export function undoesStanding(heardBefore: readonly CheckInEvent[], undoing: Pick<CheckInEvent, 'undoes'>): boolean {
  return standingCheckIns(heardBefore).some(({ eventId }) => undoing.undoes.includes(eventId))
}

const oldestMs = 24 * 60 * 60_000

/**
 * When something happened by the server's clock: so long before the server heard of it as the device says that it waited. A device's clock
 * may be wrong by hours; the time between two of its readings is not. No more than a day back, never in the future.
 */
export function happenedAt(receivedAt: Date, ageMs: number): Date {
  return new Date(receivedAt.getTime() - Math.min(Math.max(ageMs, 0), oldestMs))
}
