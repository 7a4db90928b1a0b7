import { parseDateTime, toZoned } from '@internationalized/date'

/** A calendar event. */
export interface CalendarEvent {
  /** Identifies the event, so that adding it twice yields one; contains nothing personal. */
  readonly id: string
  readonly title: string
  /** YYYY-MM-DD */
  readonly day: string
  /** `HH:MM` in `timeZone`; null for an all-day event, in whatever time zone the phone is. */
  readonly time: { readonly start: string; readonly end: string | null } | null
  /** IANA name. */
  readonly timeZone: string
  readonly place: string | undefined
  readonly notes: string
}

interface TimesOfWorkshop {
  readonly startTime: string | null
  readonly endTime: string | null
  readonly seat: { readonly time: string | null } | null
}

/** Returns a respondent's times at a workshop, starting with their seat if they have one; null if unknown. */
export function timesAt({ startTime, endTime, seat }: TimesOfWorkshop): CalendarEvent['time'] {
  const start = seat?.time ?? startTime
  return start === null ? null : { start, end: endTime }
}

/** Returns an iCalendar file (RFC 5545) with one event, created at `now`. */
export function calendarFile(event: CalendarEvent, now: Date): string {
  const { id, title, place, notes } = event
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portico//Citizenship workshops//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...zoneOf(event),
    'BEGIN:VEVENT',
    `UID:${escaped(id)}`,
    `DTSTAMP:${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    ...whenOf(event),
    `SUMMARY:${escaped(title)}`,
    ...(place === undefined ? [] : [`LOCATION:${escaped(place)}`]),
    `DESCRIPTION:${escaped(notes)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function whenOf({ day, time, timeZone }: CalendarEvent): readonly string[] {
  if (!time) return [`DTSTART;VALUE=DATE:${compact(day)}`, `DTEND;VALUE=DATE:${compact(dayAfter(day))}`]
  const at = (clock: string) => `;TZID=${timeZone}:${compact(day)}T${clock.replace(':', '')}00`
  // DTEND must be after DTSTART, so omit it otherwise.
  return time.end !== null && time.end > time.start ? [`DTSTART${at(time.start)}`, `DTEND${at(time.end)}`] : [`DTSTART${at(time.start)}`]
}

// A named time zone must be defined, as far as the event needs it; calendars that know the name use their own definition.
function zoneOf({ day, time, timeZone }: CalendarEvent): readonly string[] {
  if (!time) return []
  const minutes = toZoned(parseDateTime(`${day}T${time.start}`), timeZone, 'compatible').offset / 60_000
  const twoDigits = (count: number) => String(Math.floor(count)).padStart(2, '0')
  const offset = `${minutes < 0 ? '-' : '+'}${twoDigits(Math.abs(minutes) / 60)}${twoDigits(Math.abs(minutes) % 60)}`
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
}

function compact(day: string): string {
  return day.replaceAll('-', '')
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|[\r\n]/g, '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, '')
}

const lineBytes = 75
const encoder = new TextEncoder()

// Folds at 75 bytes per line, including the leading space of a continuation, without splitting a character.
function folded(line: string): string {
  let text = ''
  let room = lineBytes
  for (const character of line) {
    const { length } = encoder.encode(character)
    if (length > room) {
      text += '\r\n '
      room = lineBytes - 1
    }
    text += character
    room -= length
  }
  return text
}
