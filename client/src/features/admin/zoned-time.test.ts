import { describe, expect, it } from 'vitest'
import { instantOf, wallTimeOf } from './zoned-time.ts'

const california = 'America/Los_Angeles'

describe('instantOf and wallTimeOf', () => {
  it.each([
    ['2025-04-05T23:59', california, '2025-04-06T06:59:00.000Z'],
    ['2025-01-15T09:00', california, '2025-01-15T17:00:00.000Z'],
    ['2025-07-01T00:00', 'Asia/Kolkata', '2025-06-30T18:30:00.000Z'],
    ['2025-07-01T12:00', 'UTC', '2025-07-01T12:00:00.000Z'],
  ])('convert %s in %s to %s and back', (wall, zone, instant) => {
    expect(instantOf(wall, zone)).toBe(instant)
    expect(wallTimeOf(instant, zone)).toBe(wall)
  })

  it('moves a time that daylight saving skips one hour later', () => {
    expect(instantOf('2025-03-09T02:30', california)).toBe('2025-03-09T10:30:00.000Z')
  })

  it('takes the first occurrence of an ambiguous time', () => {
    expect(instantOf('2025-11-02T01:30', california)).toBe('2025-11-02T08:30:00.000Z')
  })
})
