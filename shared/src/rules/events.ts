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
