import type { RespondentFlagWord } from '../words/flags.ts'
import { dayIn } from './red-rules.ts'

/** How late a case is; screens show amber, then red. */
export type WaitingLevel = 'in-time' | 'amber' | 'red'

/** After how many business days of waiting a case is late. */
export interface WaitingLimits {
  readonly amberAfter: number
  readonly redAfter: number
}

/** The date of a workshop. `today` is the calendar date in its time zone; both are YYYY-MM-DD. */
export interface WorkshopDay {
  readonly eventDate: string | null
  readonly today: string
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns the business days (Monday to Friday) after `from` up to `to`, both calendar dates (YYYY-MM-DD); 0 if `to` is not later. Someone
 * who answered on a Friday has waited 0 days on Sunday and 1 on Monday (shared/spec/contract.md#queue).
 */
export function businessDaysBetween(from: string, to: string): number {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const days = Math.max(0, Math.round((end - start) / dayMs))
  const weekday = new Date(start).getUTCDay()
  const rest = Array.from({ length: days % 7 }, (_, index) => (weekday + index + 1) % 7)
  return Math.floor(days / 7) * 5 + rest.filter((day) => day !== 0 && day !== 6).length
}

/** Returns how late a case is after this many business days of waiting. */
export function waitingLevel(businessDays: number, { amberAfter, redAfter }: WaitingLimits): WaitingLevel {
  if (businessDays >= redAfter) return 'red'
  return businessDays >= amberAfter ? 'amber' : 'in-time'
}

/** Returns whether only the decision on the whole respondent is left: in progress without a red answer. */
export function isReady(flag: { readonly current: RespondentFlagWord; readonly currentRedFlagAnswerCount: number }): boolean {
  return flag.current === 'in-progress' && flag.currentRedFlagAnswerCount === 0
}

/** Orders workshops by urgency: the soonest first, then those without a date, then past ones with the latest first. */
export function compareWorkshops(one: WorkshopDay, other: WorkshopDay): number {
  const [first, second] = [urgency(one), urgency(other)]
  if (first !== second) return first - second
  const [earlier, later] = [one.eventDate ?? '', other.eventDate ?? '']
  if (earlier === later) return 0
  const soonerFirst = earlier < later ? -1 : 1
  return first === over ? -soonerFirst : soonerFirst
}

const [toCome, undated, over] = [0, 1, 2]

function urgency({ eventDate, today }: WorkshopDay): number {
  if (eventDate === null) return undated
  return eventDate >= today ? toCome : over
}

const [fromHour, untilHour] = [8, 12]

/**
 * Returns the calendar date (YYYY-MM-DD) in this time zone for which reviewers are reminded now: on workdays from 8:00, until noon in case
 * nothing ran at 8:00; undefined at any other time.
 */
export function reminderDay(timeZone: string, now: Date): string | undefined {
  const parts = new Intl.DateTimeFormat('en', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' }).formatToParts(now)
  const part = (type: 'weekday' | 'hour') => parts.find((one) => one.type === type)?.value ?? ''
  const hour = Number(part('hour'))
  if (['Sat', 'Sun'].includes(part('weekday')) || hour < fromHour || hour >= untilHour) return undefined
  return dayIn(timeZone, now)
}
