/** A date, with or without a time of day: as spreadsheets count it and as people read it. */
export interface SerialDate {
  /** Days since 1899-12-30; right from 1900-03-01 on, because some programs count a day in 1900 that never was. */
  readonly serial: number
  readonly text: string
  readonly hasTime: boolean
}

const dayMs = 86_400_000
const quarterHourMs = 900_000
const unixEpoch = 25_569

/** How many days fewer a workbook counts whose dates start in 1904. */
export const days1904 = 1_462

/** The first serial number that all programs take for the same day, 1900-03-01. */
export const firstSafeSerial = 61

/** The date of `YYYY-MM-DD` from the year 1000 on; undefined when it is no day of the calendar. */
export function serialDay(text: string): SerialDate | undefined {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-' || text[0] === '0') return undefined
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)]
  const time = Date.UTC(year, month - 1, day)
  const date = new Date(time)
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1) return undefined
  return { serial: time / dayMs + unixEpoch, text, hasTime: false }
}

/** The day (and the time, if it has one) that a stored number stands for; `from1904` is the workbook's date system. */
export function shownDate(serial: number, from1904: boolean): string {
  const dayZero = ((from1904 ? days1904 : 0) - unixEpoch) * dayMs
  const instant = new Date(dayZero + Math.round(serial * 86_400) * 1_000)
  if (Number.isNaN(instant.getTime())) return String(serial)
  const text = instant.toISOString()
  return instant.getTime() % dayMs === 0 ? text.slice(0, 10) : text.slice(0, 16)
}

/** Not a number unless every character is a digit. */
function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN
  }
  return number
}

/** Turns instants into the date and time that a clock on the wall shows in this IANA time zone, to the second. */
export function wallClock(timeZone: string): (instant: Date) => SerialDate {
  const offsetOf = offsets(timeZone)
  return (instant) => {
    const shown = Math.floor((instant.getTime() + offsetOf(instant.getTime())) / 1000) * 1000
    return { serial: shown / dayMs + unixEpoch, text: new Date(shown).toISOString().slice(0, 16).replace('T', ' '), hasTime: true }
  }
}

/** Offsets from UTC only change at quarter hours, so that one look serves every instant in between. */
function offsets(timeZone: string): (time: number) => number {
  const known = new Map<number, number>()
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (time) => {
    const quarter = Math.floor(time / quarterHourMs)
    const offset = known.get(quarter) ?? offsetAt(format, quarter * quarterHourMs)
    if (known.size > 10_000) known.clear()
    known.set(quarter, offset)
    return offset
  }
}

function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const name = format.formatToParts(time).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -size : size
}
