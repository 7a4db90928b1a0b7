import { describe, expect, it } from 'vitest'
import { answerTyped } from './typed-text.ts'

const numeric = { questionType: 'numeric' } as const
const whole = { questionType: 'numeric', validation: { integer: true } } as const

describe('answerTyped', () => {
  it.each([
    ['٣٤', '34'],
    ['۱۲٫۵', '12.5'],
    ['१२', '12'],
    ['１２．５', '12.5'],
    ['12,5', '12.5'],
    ['1,234', '1234'],
    ['1,234.5', '1234.5'],
    ['1.234,5', '1234.5'],
    [' 1 234 ', '1234'],
    ['−4', '-4'],
    ['about 4', 'about4'],
  ])('reads the number %s as %s', (typed, meant) => {
    expect(answerTyped(numeric, typed)).toBe(meant)
  })

  it('reads a period as a thousands separator only where no fraction is possible', () => {
    expect(answerTyped(whole, '1.234')).toBe('1234')
    expect(answerTyped(numeric, '1.234')).toBe('1.234')
  })

  it('normalizes ZIP codes', () => {
    expect(answerTyped({ questionType: 'zip' }, '٩٥١١٠')).toBe('95110')
    expect(answerTyped({ questionType: 'zip' }, '951101234')).toBe('95110-1234')
    expect(answerTyped({ questionType: 'zip' }, '95110 1234')).toBe('95110-1234')
  })

  it('leaves other text as typed', () => {
    expect(answerTyped({ questionType: 'input' }, ' Mai  Nguyễn ١ ')).toBe(' Mai  Nguyễn ١ ')
    expect(answerTyped({ questionType: 'email' }, ' mai@example.org ')).toBe('mai@example.org')
  })
})
