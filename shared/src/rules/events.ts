import { dayIn } from './red-rules.ts'

/** When an event takes place, and when it stops being shown. */
export interface Dated {
  /** YYYY-MM-DD where the event is held. */
  readonly eventDate: string
  /** The instant from which it is no longer offered, ISO 8601. */
  readonly disableAt?: string
}

/**
 * Returns whether an event is still shown: until its `disableAt`, or without one until its day is over in `timeZone`
 * (shared/spec/product.md#events-page).
 */
export function isStillShown({ eventDate, disableAt }: Dated, now: Date, timeZone: string): boolean {
  return disableAt === undefined ? dayIn(timeZone, now) <= eventDate : now < new Date(disableAt)
}

/** Returns the events that are still shown, in order. */
export function upcoming<Event extends Dated>(events: readonly Event[], now: Date, timeZone: string): Event[] {
  return events.filter((event) => isStillShown(event, now, timeZone))
}

/** The date of a workshop. */
export interface Planned {
  /** YYYY-MM-DD in `timeZone`; null while it is unknown. */
  readonly eventDate: string | null
  readonly timeZone: string
}

/** Returns whether the day of a workshop is over where it is held: no page advertises it then, even while registration is open. */
export function isOver({ eventDate, timeZone }: Planned, now: Date): boolean {
  return eventDate !== null && eventDate < dayIn(timeZone, now)
}

/**
 * Returns the open workshop that the landing page names: the default one, else the next by date. Only workshops that are not over and take
 * place after `newest`, the day of the newest event announced without a workshop, count; undefined if there is none.
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
