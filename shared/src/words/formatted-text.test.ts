import { describe, expect, test } from 'vitest'
import { textRuns, unformatted } from './formatted-text.ts'

describe('formatted text', () => {
  test.each([
    ['Have you *ever* been arrested?', ['Have you ', { mild: 'ever' }, ' been arrested?']],
    ['**Read this.** Then answer.', [{ strong: 'Read this.' }, ' Then answer.']],
    ['__All__ trips, _even_ short ones', [{ strong: 'All' }, ' trips, ', { mild: 'even' }, ' short ones']],
    ['(*a*, **b c**)', ['(', { mild: 'a' }, ', ', { strong: 'b c' }, ')']],
    ['لا *تنس* شيئًا', ['لا ', { mild: 'تنس' }, ' شيئًا']],
    ['what*ever', ['what*ever']],
    ['2 * 3 * 4', ['2 * 3 * 4']],
    ['my_first_name', ['my_first_name']],
    ['* Required', ['* Required']],
    ['one *line\nbreak* more', ['one *line\nbreak* more']],
    ['<b>bold</b>', ['<b>bold</b>']],
    ['', []],
  ])('is parsed: %j', (text, expected) => {
    const runs = textRuns(text).map((run) => (run.emphasis ? { [run.emphasis]: run.text } : run.text))
    expect(runs).toEqual(expected)
  })

  test('becomes a single plain line without formatting', () => {
    expect(unformatted('**Read** this:\n\n*trips* of my_friend')).toBe('Read this: trips of my_friend')
  })

  test('is parsed in linear time, whatever it contains', () => {
    for (const part of ['*', '_', '**a ', '*a', '_ _']) expect(unformatted(part.repeat(2_000 / part.length)).length).toBeGreaterThan(0)
  })
})
