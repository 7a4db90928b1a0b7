import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarFile, timesAt } from './calendar-file.ts'

const [startTime, endTime] = ['09:00', '13:00']
const seatAt = (time: string | null) => ({ time })

it.each([
  ['the workshop', { startTime, endTime, seat: null }, { start: startTime, end: endTime }],
  ['the workshop, before a time is chosen', { startTime, endTime, seat: seatAt(null) }, { start: startTime, end: endTime }],
  ['the seat', { startTime, endTime, seat: seatAt('10:30') }, { start: '10:30', end: endTime }],
  ['the seat, at a workshop without times', { startTime: null, endTime: null, seat: seatAt('10:30') }, { start: '10:30', end: null }],
  ['nothing, at a workshop without times', { startTime: null, endTime: null, seat: null }, null],
])('timesAt uses the time of %s', (_what, workshop, times) => {
  expect(timesAt(workshop)).toEqual(times)
})

const now = new Date('2026-11-22T03:04:05.678Z')
const day = {
  id: 'citizenship_day@portico.example',
  title: 'Citizenship Day',
  day: '2026-12-31',
  time: null,
  timeZone: 'America/Los_Angeles',
  place: '1 Main Street, San José',
  notes: '',
}

function unfolded(file: string): string[] {
  return file.replaceAll('\r\n ', '').split('\r\n')
}

// Content lines per RFC 5545, section 3.1: a name, parameters, a value without control characters.
const contentLine = /^[A-Z-]+(;[A-Z-]+=[^\p{Cc}";:,]+)*:(\P{Cc}|\t)*$/u

describe('calendarFile', () => {
  it('writes an event without times as an all-day event, which is the same day in every time zone', () => {
    const lines = unfolded(calendarFile(day, now))
    expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0'])
    expect(lines).toContain('DTSTAMP:20261122T030405Z')
    expect(lines).toContain('DTSTART;VALUE=DATE:20261231')
    expect(lines).toContain('DTEND;VALUE=DATE:20270101')
    expect(lines.slice(-3)).toEqual(['END:VEVENT', 'END:VCALENDAR', ''])
  })

  it.each([
    ['a winter morning', '2026-12-19', { start: '09:00', end: '13:00' }, 'America/Los_Angeles', '-0800'],
    ['a summer evening', '2027-07-01', { start: '18:30', end: '20:00' }, 'America/Los_Angeles', '-0700'],
    ['the day of a clock change, before it', '2027-03-14', { start: '01:30', end: '13:00' }, 'America/Los_Angeles', '-0800'],
    ['the day of a clock change, after it', '2027-03-14', { start: '09:00', end: '13:00' }, 'America/Los_Angeles', '-0700'],
    ['a zone with a half-hour offset', '2026-12-19', { start: '09:00', end: '13:00' }, 'America/St_Johns', '-0330'],
    ['a zone east of UTC', '2026-12-19', { start: '09:00', end: '13:00' }, 'Asia/Kathmandu', '+0545'],
    ['UTC', '2026-12-19', { start: '09:00', end: '13:00' }, 'UTC', '+0000'],
  ])('writes the times of %s in the time zone of the workshop and defines the zone', (_when, on, time, timeZone, offset) => {
    const lines = unfolded(calendarFile({ ...day, day: on, time, timeZone }, now))
    const at = (clock: string) => `;TZID=${timeZone}:${on.replaceAll('-', '')}T${clock.replace(':', '')}00`
    expect(lines.filter((line) => line.includes(`TZID=`))).toEqual([`DTSTART${at(time.start)}`, `DTEND${at(time.end)}`])
    const zone = lines.slice(lines.indexOf('BEGIN:VTIMEZONE'), lines.indexOf('END:VTIMEZONE'))
    expect(zone).toContain(`TZID:${timeZone}`)
    expect(zone).toContain(`TZOFFSETTO:${offset}`)
  })

  it.each([null, '09:00', '08:00'])('omits an end at %s, which is not after the start', (end) => {
    const file = calendarFile({ ...day, time: { start: '09:00', end } }, now)
    expect(file).toContain('DTSTART;TZID=America/Los_Angeles:20261231T090000\r\n')
    expect(file).not.toContain('DTEND')
  })

  it('contains only lines allowed by RFC 5545, in valid order, for any text', () => {
    const text = fc.string({ unit: 'grapheme-composite', maxLength: 200 }).map((one) => `${one}\u0007\r\n\t;,:"\\`)
    fc.assert(
      fc.property(text, text, fc.constantFrom(null, { start: '09:00', end: '13:00' }), (title, notes, time) => {
        const file = calendarFile({ ...day, title, notes, place: title, time }, now)
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        const lines = unfolded(file)
        expect(lines.pop()).toBe('')
        for (const line of lines) expect(line).toMatch(contentLine)
        const zone = time ? ['BEGIN:VTIMEZONE', 'BEGIN:STANDARD', 'END:STANDARD', 'END:VTIMEZONE'] : []
        const parts = ['BEGIN:VCALENDAR', ...zone, 'BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR']
        expect(lines.filter((line) => /^(BEGIN|END):/.test(line))).toEqual(parts)
      }),
    )
  })

  it('escapes delimiters, and text cannot inject a line', () => {
    const lines = unfolded(calendarFile({ ...day, title: 'A; B, \\C', notes: 'one\r\nEND:VEVENT\ntwo' }, now))
    expect(lines).toContain('SUMMARY:A\\; B\\, \\\\C')
    expect(lines).toContain('LOCATION:1 Main Street\\, San José')
    expect(lines).toContain('DESCRIPTION:one\\nEND:VEVENT\\ntwo')
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1)
  })

  it.each([
    ['Latin', 'a'.repeat(300)],
    ['Amharic', 'የዜግነት ቀን '.repeat(30)],
    ['Arabic', 'يوم الجنسية '.repeat(30)],
    ['emoji', '🏛️'.repeat(40)],
  ])('folds %s text at 75 bytes without splitting a character', (_script, title) => {
    const file = calendarFile({ ...day, title }, now)
    for (const line of file.split('\r\n')) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
    }
    expect(unfolded(file)).toContain(`SUMMARY:${title}`)
  })

  it('omits an unknown place', () => {
    expect(calendarFile({ ...day, place: undefined }, now)).not.toContain('LOCATION')
  })
})
