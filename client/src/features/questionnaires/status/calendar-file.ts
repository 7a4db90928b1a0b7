/** A day for a calendar. It lasts the whole day, in whatever time zone the phone is. */
export interface CalendarDay {
  /** Says which event it is, so that adding it twice makes one; nothing personal. */
  readonly id: string
  readonly title: string
  /** YYYY-MM-DD */
  readonly day: string
  readonly place: string | undefined
  readonly notes: string
}

/** An iCalendar file (RFC 5545) with one day, made at `now`. */
export function calendarFile({ id, title, day, place, notes }: CalendarDay, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portico//Citizenship workshops//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(id)}`,
    `DTSTAMP:${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(dayAfter(day))}`,
    `SUMMARY:${escaped(title)}`,
    ...(place === undefined ? [] : [`LOCATION:${escaped(place)}`]),
    `DESCRIPTION:${escaped(notes)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function compact(day: string): string {
  return day.replaceAll('-', '')
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|[\r\n]/g, '\\n')
}

const lineBytes = 75
const encoder = new TextEncoder()

// At most 75 bytes on a line, the space that begins a continued one among them; a character is never divided.
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
