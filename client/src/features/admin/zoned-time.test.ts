import { describe, expect, it } from 'vitest'
import { instantOf, wallTimeOf } from './zoned-time.ts'

const california = 'America/Los_Angeles'

describe('the time on the wall of a workshop', () => {
  it.each([
    ['2025-04-05T23:59', california, '2025-04-06T06:59:00.000Z'],
    ['2025-01-15T09:00', california, '2025-01-15T17:00:00.000Z'],
    ['2025-07-01T00:00', 'Asia/Kolkata', '2025-06-30T18:30:00.000Z'],
    ['2025-07-01T12:00', 'UTC', '2025-07-01T12:00:00.000Z'],
  ])('%s in %s is %s, and back', (wall, zone, instant) => {
    expect(instantOf(wall, zone)).toBe(instant)
    expect(wallTimeOf(instant, zone)).toBe(wall)
  })

  it('counts a time that summer time skips as an hour later', () => {
    expect(instantOf('2025-03-09T02:30', california)).toBe('2025-03-09T10:30:00.000Z')
  })

  it('takes the first of a time that occurs twice', () => {
    expect(instantOf('2025-11-02T01:30', california)).toBe('2025-11-02T08:30:00.000Z')
  })
})
