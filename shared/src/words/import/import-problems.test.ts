import { describe, expect, test } from 'vitest'
import { importProblems, quoted } from './import-problems.ts'

const counts = { Q: 29, C: 5, M: 14, U: 3, T: 14, W: 22 }

describe('the problems of an upload', () => {
  test('are numbered without gaps', () => {
    const codes = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`),
    )
    expect(Object.keys(importProblems).toSorted()).toEqual(codes.toSorted())
  })

  test.each(Object.entries(importProblems))(
    '%s says what it is about, and all its messages are sentences',
    (_code, { about, ...messages }) => {
      expect(about).toMatch(/^[A-Z].*[^.]$/)
      expect(Object.keys(messages).length).toBeGreaterThan(0)
      for (const message of Object.values(messages)) if (typeof message === 'string') expect(message).toMatch(/^.*[.…]$/)
    },
  )

  test('quote values of the file on one line, with at most 40 characters', () => {
    expect(quoted('short')).toBe('"short"')
    expect(quoted(`a\u0000\nb\u2028\u202ec`)).toBe('"abc"')
    expect(quoted('😀'.repeat(41))).toBe(`"${'😀'.repeat(39)}…"`)
    expect(quoted('x'.repeat(40))).toBe(`"${'x'.repeat(40)}"`)
  })
})
