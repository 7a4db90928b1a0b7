import { describe, expect, it } from 'vitest'
import { localDate } from './local-date.tsx'

describe('localDate', () => {
  it('formats a date for the language without shifting a calendar date', () => {
    expect(localDate('2025-04-05', 'en')).toBe('Apr 5, 2025')
    expect(localDate('2025-04-05', 'es')).toBe('5 abr 2025')
    expect(localDate('2025-04-05', 'fa')).toContain('2025')
  })

  it('returns an invalid date unchanged', () => {
    expect(localDate('next spring', 'en')).toBe('next spring')
    expect(localDate('2025-13-45', 'en')).toBe('2025-13-45')
  })
})
