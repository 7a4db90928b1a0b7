import { describe, expect, test } from 'vitest'
import { parseSerialDate } from './serial-dates.ts'
import { wallClock } from './wall-clock.ts'

describe('parseSerialDate', () => {
  test.each([
    ['1900-03-01', 61],
    ['1970-01-01', 25_569],
    ['2024-02-29', 45_351],
    ['9999-12-31', 2_958_465],
    ['1899-12-31', 1],
  ])('converts %s to serial number %i', (text, serial) => {
    expect(parseSerialDate(text)).toEqual({ serial, text, hasTime: false })
  })

  test.each(['2023-02-29', '2024-13-01', '1-2-2024', '2024-02-29T00:00', ''])('rejects %j', (text) => {
    expect(parseSerialDate(text)).toBeUndefined()
  })
})

describe('wallClock', () => {
  test.each([
    ['America/Los_Angeles', '2025-03-09T09:59:59Z', '2025-03-09 01:59'],
    ['America/Los_Angeles', '2025-03-09T10:00:00Z', '2025-03-09 03:00'],
    ['Asia/Kathmandu', '2025-01-01T00:00:00Z', '2025-01-01 05:45'],
    ['Australia/Lord_Howe', '2025-04-05T15:00:00Z', '2025-04-06 01:30'],
    ['UTC', '2025-06-30T23:59:59.999Z', '2025-06-30 23:59'],
  ])('in %s shows %s as %s', (timeZone, instant, shown) => {
    expect(wallClock(timeZone)(new Date(instant)).text).toBe(shown)
  })

  test('expresses the time of day as a fraction of a day, truncated to seconds', () => {
    expect(wallClock('UTC')(new Date('1970-01-02T12:00:00.500Z')).serial).toBe(25_570.5)
  })
})
