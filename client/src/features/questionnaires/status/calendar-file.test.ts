import { describe, expect, it } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const now = new Date('2026-11-22T03:04:05.678Z')
const day = {
  id: 'citizenship_day@portico.example',
  title: 'Citizenship Day',
  day: '2026-12-31',
  place: '1 Main Street, San José',
  notes: '',
}

function unfolded(file: string): string[] {
  return file.replaceAll('\r\n ', '').split('\r\n')
}

describe('a calendar file', () => {
  it('has one whole day, which is the same day in every time zone', () => {
    const lines = unfolded(calendarFile(day, now))
    expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0'])
    expect(lines).toContain('DTSTAMP:20261122T030405Z')
    expect(lines).toContain('DTSTART;VALUE=DATE:20261231')
    expect(lines).toContain('DTEND;VALUE=DATE:20270101')
    expect(lines.slice(-3)).toEqual(['END:VEVENT', 'END:VCALENDAR', ''])
  })

  it('escapes what would end a value, and takes no line from a text', () => {
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
    ['beyond the basic plane', '🏛️'.repeat(40)],
  ])('folds %s text at 75 bytes without dividing a character', (_script, title) => {
    const file = calendarFile({ ...day, title }, now)
    for (const line of file.split('\r\n')) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
    }
    expect(unfolded(file)).toContain(`SUMMARY:${title}`)
  })

  it('leaves out a place that is not known', () => {
    expect(calendarFile({ ...day, place: undefined }, now)).not.toContain('LOCATION')
  })
})
