/** A date with optional time of day, as a spreadsheet serial number and as text. */
export interface SerialDate {
  /** Days since 1899-12-30; correct from 1900-03-01 on, because some programs count a nonexistent leap day in 1900. */
  readonly serial: number
  readonly text: string
  readonly hasTime: boolean
}

const dayMs = 86_400_000

/** The serial number of 1970-01-01. */
export const unixEpoch = 25_569

/** The difference in days between the 1900 and the 1904 date system. */
export const days1904 = 1_462

/** The first serial number that all programs interpret as the same day, 1900-03-01. */
export const firstSafeSerial = 61

/** Parses `YYYY-MM-DD` from the year 1000 on; undefined if it is not a calendar day. */
export function parseSerialDate(text: string): SerialDate | undefined {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-' || text[0] === '0') return undefined
  const [year, month, day] = [parseDigits(text, 0, 4), parseDigits(text, 5, 7), parseDigits(text, 8, 10)]
  const time = Date.UTC(year, month - 1, day)
  const date = new Date(time)
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1) return undefined
  return { serial: time / dayMs + unixEpoch, text, hasTime: false }
}

/** Formats the day (and time, if any) of a stored number; `from1904` selects the workbook's date system. */
export function formatSerialDate(serial: number, from1904: boolean): string {
  const dayZero = ((from1904 ? days1904 : 0) - unixEpoch) * dayMs
  const instant = new Date(dayZero + Math.round(serial * 86_400) * 1_000)
  if (Number.isNaN(instant.getTime())) return String(serial)
  const text = instant.toISOString()
  return instant.getTime() % dayMs === 0 ? text.slice(0, 10) : text.slice(0, 16)
}

/** Returns NaN unless every character is a digit. */
function parseDigits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN
  }
  return number
}
