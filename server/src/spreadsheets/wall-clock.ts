import { fromAbsolute } from '@internationalized/date'
import { unixEpoch } from './serial-dates.ts'
import type { SerialDate } from './serial-dates.ts'

const dayMs = 86_400_000
const quarterHourMs = 900_000
const mostKnown = 10_000

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
  return (time) => {
    const quarter = Math.floor(time / quarterHourMs)
    const offset = known.get(quarter) ?? fromAbsolute(quarter * quarterHourMs, timeZone).offset
    if (known.size > mostKnown) known.clear()
    known.set(quarter, offset)
    return offset
  }
}
