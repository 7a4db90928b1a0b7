import { describe, expect, it } from 'vitest'
import { businessDaysBetween, compareWorkshops, isReady, reminderDay, waitingLevel } from './queue.ts'

describe('businessDaysBetween', () => {
  // 2026-11-20 is a Friday.
  it.each([
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2026-11-21', 0],
    ['2026-11-20', '2026-11-22', 0],
    ['2026-11-20', '2026-11-23', 1],
    ['2026-11-21', '2026-11-23', 1],
    ['2026-11-22', '2026-11-23', 1],
    ['2026-11-20', '2026-11-27', 5],
    ['2026-11-18', '2026-11-20', 2],
    ['2026-11-18', '2026-12-01', 9],
    ['2026-12-31', '2027-01-04', 2],
    ['2028-02-28', '2028-03-01', 2],
    ['2026-03-06', '2026-03-09', 1],
    ['2026-11-23', '2026-11-20', 0],
  ])('from %s to %s is %i', (from, to, days) => expect(businessDaysBetween(from, to)).toBe(days))
})

describe('waitingLevel', () => {
  it.each([
    [0, 'in-time'],
    [2, 'in-time'],
    [3, 'amber'],
    [6, 'amber'],
    [7, 'red'],
    [30, 'red'],
  ] as const)('after %i business days is %s', (days, level) => {
    expect(waitingLevel(days, { amberAfter: 3, redAfter: 7 })).toBe(level)
  })
})

describe('isReady', () => {
  it.each([
    ['in-progress', 0, true],
    ['in-progress', 1, false],
    ['red', 0, false],
    ['green', 0, false],
  ] as const)('for %s with %i red answers is %s', (current, currentRedFlagAnswerCount, ready) => {
    expect(isReady({ current, currentRedFlagAnswerCount })).toBe(ready)
  })
})

describe('compareWorkshops', () => {
  it('sorts the soonest first, then those without a date, then past ones with the latest first', () => {
    const today = '2026-11-21'
    const dates = ['2026-11-20', null, '2027-01-09', '2026-11-21', '2025-04-05', '2026-12-19']
    const sorted = dates.map((eventDate) => ({ eventDate, today })).toSorted(compareWorkshops)
    expect(sorted.map(({ eventDate }) => eventDate)).toEqual(['2026-11-21', '2026-12-19', '2027-01-09', null, '2026-11-20', '2025-04-05'])
  })

  it('uses the day in the workshop’s own time zone', () => {
    const stillToday = { eventDate: '2026-11-21', today: '2026-11-21' }
    const overAlready = { eventDate: '2026-11-21', today: '2026-11-22' }
    expect(compareWorkshops(stillToday, overAlready)).toBeLessThan(0)
    expect(compareWorkshops(overAlready, stillToday)).toBeGreaterThan(0)
    expect(compareWorkshops(stillToday, stillToday)).toBe(0)
  })
})

describe('reminderDay', () => {
  it.each([
    ['2026-11-23T15:59:00Z', 'America/Los_Angeles', undefined],
    ['2026-11-23T16:00:00Z', 'America/Los_Angeles', '2026-11-23'],
    ['2026-11-23T19:59:00Z', 'America/Los_Angeles', '2026-11-23'],
    ['2026-11-23T20:00:00Z', 'America/Los_Angeles', undefined],
    ['2026-11-21T16:00:00Z', 'America/Los_Angeles', undefined],
    ['2026-11-22T16:00:00Z', 'America/Los_Angeles', undefined],
    // Daylight saving time, a half-hour offset, and another day than in UTC.
    ['2026-07-06T15:00:00Z', 'America/Los_Angeles', '2026-07-06'],
    ['2026-11-23T02:30:00Z', 'Asia/Kolkata', '2026-11-23'],
    ['2026-11-22T21:00:00Z', 'Pacific/Auckland', '2026-11-23'],
  ])('at %s in %s is %s', (now, timeZone, day) => expect(reminderDay(timeZone, new Date(now))).toBe(day))
})
