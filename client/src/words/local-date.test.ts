import { describe, expect, it } from 'vitest'
import { localDate } from './local-date.tsx'

describe('a date', () => {
  it('is shown in the manner of the language, a calendar date on its day everywhere', () => {
    expect(localDate('2025-04-05', 'en')).toBe('Apr 5, 2025')
    expect(localDate('2025-04-05', 'es')).toBe('5 abr 2025')
    expect(localDate('2025-04-05', 'fa')).toContain('2025')
  })

  it('is shown raw when it cannot be read', () => {
    expect(localDate('next spring', 'en')).toBe('next spring')
    expect(localDate('2025-13-45', 'en')).toBe('2025-13-45')
  })
})
