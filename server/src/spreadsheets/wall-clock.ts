import { fromAbsolute } from '@internationalized/date'
import { unixEpoch } from './serial-dates.ts'
import type { SerialDate } from './serial-dates.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
const hourMs = 3_600_000
const quarterHourMs = 900_000
const maxCachedOffsets = 10_000

/** Returns a function that converts instants to the local date and time of an IANA time zone, to the second. */
export function wallClock(timeZone: string): (instant: Date) => SerialDate {
  const offsetOf = createOffsetLookup(timeZone)
  return (instant) => {
    const shown = Math.floor((instant.getTime() + offsetOf(instant.getTime())) / 1000) * 1000
    return { serial: shown / dayMs + unixEpoch, text: new Date(shown).toISOString().slice(0, 16).replace('T', ' '), hasTime: true }
  }
}

/** Returns a function that formats instants in an IANA time zone with the UTC offset, to the second: `2025-04-05T10:30:00-07:00`. */
export function zonedClock(timeZone: string): (instant: Date) => string {
  const offsetOf = createOffsetLookup(timeZone)
  return (instant) => {
    const offset = offsetOf(instant.getTime())
    const [hours, minutes] = [Math.floor(Math.abs(offset) / hourMs), Math.floor((Math.abs(offset) % hourMs) / minuteMs)]
    const shown = new Date(instant.getTime() + offset).toISOString().slice(0, 19)
    return `${shown}${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
  }
}

/** UTC offsets only change at quarter hours, so one lookup per quarter hour suffices. */
function createOffsetLookup(timeZone: string): (time: number) => number {
  const known = new Map<number, number>()
  return (time) => {
    const quarter = Math.floor(time / quarterHourMs)
    const offset = known.get(quarter) ?? fromAbsolute(quarter * quarterHourMs, timeZone).offset
    if (known.size > maxCachedOffsets) known.clear()
    known.set(quarter, offset)
    return offset
  }
}
