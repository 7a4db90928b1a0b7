import { describe, expect, it } from 'vitest'
import { isOver, nextWorkshop, isStillShown, upcoming } from './events.ts'

const zone = 'America/Los_Angeles'
const day = { eventDate: '2025-04-05', disableAt: '2025-04-05T23:59:59-07:00' }
const withoutEnd = { eventDate: '2025-04-05' }

describe('isStillShown', () => {
  it('shows an event until its disableAt, exclusively', () => {
    expect(isStillShown(day, new Date('2025-04-05T23:59:58-07:00'), zone)).toBe(true)
    expect(isStillShown(day, new Date('2025-04-05T23:59:59-07:00'), zone)).toBe(false)
    expect(isStillShown(day, new Date('2025-04-06T00:00:00-07:00'), zone)).toBe(false)
  })

  it('follows disableAt even if it is before or long after the day of the event', () => {
    expect(isStillShown({ ...day, disableAt: '2025-04-01T12:00:00Z' }, new Date('2025-04-02T00:00:00Z'), zone)).toBe(false)
    expect(isStillShown({ ...day, disableAt: '2025-05-01T12:00:00Z' }, new Date('2025-04-20T00:00:00Z'), zone)).toBe(true)
  })

  it('without disableAt shows an event until its day is over where it is held', () => {
    expect(isStillShown(withoutEnd, new Date('2025-04-05T23:59:59.999-07:00'), zone)).toBe(true)
    expect(isStillShown(withoutEnd, new Date('2025-04-06T00:00:00-07:00'), zone)).toBe(false)
    // Already the sixth in London, still the fifth in San Jose.
    expect(isStillShown(withoutEnd, new Date('2025-04-06T06:59:00Z'), zone)).toBe(true)
    expect(isStillShown(withoutEnd, new Date('2025-04-06T06:59:00Z'), 'Europe/London')).toBe(false)
  })
})

describe('upcoming', () => {
  const events = [withoutEnd, { eventDate: '2024-01-01' }, day]

  it('omits past events and keeps the order', () => {
    expect(upcoming(events, new Date('2025-04-01T00:00:00Z'), zone)).toEqual([withoutEnd, day])
  })

  it('is empty when all events are over', () => {
    expect(upcoming(events, new Date('2026-01-01T00:00:00Z'), zone)).toEqual([])
  })
})

describe('nextWorkshop', () => {
  const now = new Date('2026-05-01T12:00:00Z')
  const on = (eventDate: string | null, isDefault = false) => ({ eventDate, isDefault, timeZone: zone })

  it.each([
    ['the next by date', [on('2026-07-01'), on('2026-06-06')], '2026-06-06'],
    ['the default workshop before an earlier one', [on('2026-06-06'), on('2026-07-01', true)], '2026-07-01'],
    ['none that is over, even the default one', [on('2026-04-30', true), on('2026-06-06')], '2026-06-06'],
    ['one that is held today', [on('2026-05-01')], '2026-05-01'],
    ['none without a date', [on(null, true)], undefined],
    ['none before the newest announced event', [on('2026-05-02')], undefined, '2026-05-02'],
  ] as const)('returns %s', (_what, open, expected, newest: string = day.eventDate) => {
    expect(nextWorkshop(open, now, newest)?.eventDate).toBe(expected)
  })

  it('isOver uses the time zone of the workshop', () => {
    const late = new Date('2026-05-02T06:00:00Z')
    expect(isOver({ eventDate: '2026-05-01', timeZone: zone }, late)).toBe(false)
    expect(isOver({ eventDate: '2026-05-01', timeZone: 'Europe/London' }, late)).toBe(true)
    expect(isOver(on(null), late)).toBe(false)
  })
})
