import { dayIn } from './red-rules.ts'

/** What the registration window depends on. */
export interface Gated {
  readonly registrationOpen: boolean
  readonly disableAt: Date | null
  /** YYYY-MM-DD in `timeZone`. */
  readonly eventDate: string | null
  readonly timeZone: string
}

/**
 * Returns whether registration is open now: the switch is on, and neither `disableAt` nor, without one, the end of the workshop's date in
 * its time zone has passed (shared/spec/contract.md#registration-window).
 */
export function isOpen(workshop: Gated, now: Date): boolean {
  if (!workshop.registrationOpen) return false
  if (workshop.disableAt) return now < workshop.disableAt
  return workshop.eventDate === null || dayIn(workshop.timeZone, now) <= workshop.eventDate
}

/** Returns whether this is the day on which respondents may check themselves in (shared/spec/contract.md#check-in). */
export function isWorkshopDay(workshop: Pick<Gated, 'eventDate' | 'timeZone'>, now: Date): boolean {
  return workshop.eventDate !== null && dayIn(workshop.timeZone, now) === workshop.eventDate
}
