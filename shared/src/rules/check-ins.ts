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
 * The check-ins and undos of one respondent, taken one by one; taking one costs the same however many there are. What holds afterwards
 * depends only on the set of events, not on their order or repetitions (shared/spec/contract.md#check-in-without-a-network).
 */
export class CheckInHistory<Event extends CheckInEvent = CheckInEvent> {
  readonly #events = new Map<string, Event>()
  readonly #undone = new Set<string>()
  readonly #effective = new Map<string, Event>()
  #first: Event | undefined
  #isFirstKnown = true

  constructor(events: Iterable<Event> = []) {
    for (const event of events) this.take(event)
  }

  /** Takes an event. Returns whether it is an undo of a check-in in effect among the events taken before it. */
  take(event: Event): boolean {
    this.#events.set(event.eventId, event)
    if (event.kind === 'in' && event.counts && !this.#undone.has(event.eventId)) this.#effective.set(event.eventId, event)
    let isUndoing = false
    for (const id of event.undoes) {
      this.#undone.add(id)
      isUndoing = this.#effective.delete(id) || isUndoing
    }
    this.#isFirstKnown = false
    return isUndoing
  }

  /** Returns whether an event with this id was taken. */
  has(eventId: string): boolean {
    return this.#events.has(eventId)
  }

  /** All events taken. */
  get events(): readonly Event[] {
    return [...this.#events.values()]
  }

  /** The check-ins that are not undone, earliest first. */
  get effective(): Event[] {
    return [...this.#effective.values()].sort(byTime)
  }

  /** The earliest check-in that is not undone: that one counts. */
  get first(): Event | undefined {
    if (!this.#isFirstKnown) {
      this.#first = undefined
      for (const event of this.#effective.values()) if (!this.#first || byTime(event, this.#first) < 0) this.#first = event
      this.#isFirstKnown = true
    }
    return this.#first
  }

  /** Returns the outcome of one of the events. */
  outcomeOf(eventId: string): CheckInOutcome {
    const event = this.#events.get(eventId)
    if (!event) return 'unknown'
    // A check-in after an undo is a new one, not one that the undo overlooked.
    if (event.kind === 'undo') return this.first && this.first.at < event.at ? 'still-in' : 'out'
    if (!event.counts) return 'not-green'
    if (this.first?.eventId === eventId) return 'in'
    return this.#effective.has(eventId) ? 'already-in' : 'out'
  }
}

const oldestMs = 24 * 60 * 60_000

/**
 * Returns when something happened by the server's clock, from the age that the device reports. A device's clock may be wrong by hours, but
 * the difference between two of its readings is not. At most one day back, never in the future.
 */
export function happenedAt(receivedAt: Date, ageMs: number): Date {
  return new Date(receivedAt.getTime() - Math.min(Math.max(ageMs, 0), oldestMs))
}
