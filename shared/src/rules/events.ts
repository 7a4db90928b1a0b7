import { dayIn } from './red-rules.ts'

/** When an event is, and from when on it is no longer shown. */
export interface Dated {
  /** YYYY-MM-DD where the event is held. */
  readonly eventDate: string
  /** The instant of its end as an offer, ISO 8601. */
  readonly disableAt?: string
}

/**
 * Whether an event is still shown: until its `disableAt`, or without one until its day is over in `timeZone`
 * (shared/spec/product.md#events-page).
 */
export function stillShows({ eventDate, disableAt }: Dated, now: Date, timeZone: string): boolean {
  return disableAt === undefined ? dayIn(timeZone, now) <= eventDate : now < new Date(disableAt)
}

/** The events that are still shown, in their order. */
export function upcoming<Event extends Dated>(events: readonly Event[], now: Date, timeZone: string): Event[] {
  return events.filter((event) => stillShows(event, now, timeZone))
}

/** A workshop as far as its day goes. */
export interface Planned {
  /** YYYY-MM-DD in `timeZone`; null while it is not known. */
  readonly eventDate: string | null
  readonly timeZone: string
}

/** Whether the day of a workshop is over where it is held: no page advertises it then, even while one can register. */
export function isOver({ eventDate, timeZone }: Planned, now: Date): boolean {
  return eventDate !== null && eventDate < dayIn(timeZone, now)
}

/**
 * The open workshop that the landing page names: the default one, else the next by date; undefined when none has a day to come that is after
 * `newest`, that of the newest event that is announced without a workshop.
 */
export function nextWorkshop<Workshop extends Planned & { readonly isDefault: boolean }>(
  open: readonly Workshop[],
  now: Date,
  newest: string,
): Workshop | undefined {
  const ahead = open.filter((workshop) => workshop.eventDate !== null && workshop.eventDate > newest && !isOver(workshop, now))
  const [next] = ahead.toSorted(
    (one, other) => Number(other.isDefault) - Number(one.isDefault) || (one.eventDate ?? '').localeCompare(other.eventDate ?? '', 'en'),
  )
  return next
}
