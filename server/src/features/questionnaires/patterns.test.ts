import { runInNewContext } from 'node:vm'
import { limits } from '@portico/shared/words/limits'
import type { Question } from '@portico/shared/contract/questionnaires'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { patterns, runPatterns } from './patterns.ts'

const hostile: readonly (readonly [pattern: string, email: string])[] = [
  ['(?:\\p{Script=Cyrillic}|\\p{L})*!', 'ж'],
  ['(?:[\\u0400-\\u04ff]|[\\u0410-\\u0450])*!', 'ж'],
  ['(?:\\p{Script=Ethiopic}|\\p{L})*!', 'አ'],
  ['(a+)+!', 'a'],
  ['(a*)*!', 'a'],
  ['(a|a)*!', 'a'],
  ['(?:a?){40}a{40}!', 'a'],
  ['(.*)*!', 'a'],
  ['(?:\\w+\\s?)*!', 'a'],
]

describe('a hostile pattern', () => {
  test.each(hostile)('%s is matched without delay against the longest answer', (pattern, email) => {
    expect(patterns.fits(pattern, email.repeat(limits.inputAnswerMax))).toBe(false)
    expect(patterns.fits(pattern, `${email.repeat(40)}!`)).toBe(true)
  })

  test.each(hostile)('control: %s times out in a backtracking engine', (pattern, email) => {
    const run = () =>
      runInNewContext('new RegExp(`^(?:${pattern})$`, "u").test(answer)', { pattern, answer: email.repeat(60) }, { timeout: 50 })
    expect(run).toThrow('timed out')
  })

  test.each(['((a{0,100}){0,100}){0,100}', 'a{1001}', '(?:a{0,40}){0,40}', '(?:(?:(?:a{10}){10}){10}){10}'])(
    '%s is not compiled',
    (pattern) => {
      expect(patterns.sizeOf(pattern)).toBeUndefined()
    },
  )

  test('is rejected for its size, and matches nothing if stored anyway', () => {
    const large = '(?:.?){600}'
    expect(patterns.sizeOf(large)).toBeGreaterThan(limits.patternSizeMax)
    expect(patterns.fits(large, 'a')).toBe(false)
    expect(patterns.fits('(?:.?){500}', 'a')).toBe(true)
  })

  test('is never run on an answer above the maximum length', () => {
    expect(patterns.fits('a*', 'a'.repeat(limits.inputAnswerMax))).toBe(true)
    expect(patterns.fits('a*', 'a'.repeat(limits.inputAnswerMax + 1))).toBe(false)
  })
})

describe('runPatterns', () => {
  const questions = Array.from({ length: 12 }, (_, index): Question => ({
    identifier: `q${index}`,
    questionNumber: String(index + 1),
    questionText: 'Question',
    questionType: 'input',
    required: false,
    validation: { pattern: '(?:a?){40}a{40}' },
  }))
  const answersOf = (length: number) => Object.fromEntries(questions.map(({ identifier }) => [identifier, 'a'.repeat(length)]))
  const turnsDuring = async (work: Promise<unknown>) => {
    let turns = 0
    let done = false
    const turn = () => {
      turns += 1
      if (!done) setImmediate(turn)
    }
    setImmediate(turn)
    await work
    done = true
    return turns
  }

  test('yields to the event loop between long answers, with the same results as a direct match', async () => {
    expect(await turnsDuring(runPatterns(questions, answersOf(limits.inputAnswerMax)))).toBeGreaterThanOrEqual(questions.length - 2)
    const [fits, short] = [await runPatterns(questions, answersOf(80)), await runPatterns(questions, answersOf(3))]
    for (const length of [3, 39, 40, 80, 81])
      for (const run of [fits, short])
        expect(run('(?:a?){40}a{40}', 'a'.repeat(length))).toBe(patterns.fits('(?:a?){40}a{40}', 'a'.repeat(length)))
  })

  test('control: does not yield for short answers', async () => {
    expect(await turnsDuring(runPatterns(questions, answersOf(10)))).toBe(0)
  })
})

describe('a pattern', () => {
  test.each<[string, string, boolean]>([
    ['[A-Z]{2}', 'AB', true],
    ['[A-Z]{2}', 'ABC', false],
    ['[A-Z]{2}', 'xAB', false],
    ['yes|no', 'no', true],
    ['yes|no', 'nothing', false],
    ['yes|no', 'oh yes', false],
    ['^a$', 'a', true],
    ['a', 'a\n', false],
    ['a.b', 'a\nb', false],
    ['\\$\\d+\\$$', '$5$', true],
    ['\\d+', '١٢', false],
    ['\\w+', 'é', false],
    ['\\p{L}+', 'Nguyễnፊደልж漢', true],
    ['\\p{Lu}\\p{Ll}+', 'Žižka', true],
    ['.', '😀', true],
    ['[😀-😎]', '😃', true],
    ['\\u{1F600}|\\ud83d\\ude03', '😃', true],
    ['a\\sb', 'a\u00a0b', true],
    ['[\\S]+', 'a\u3000b', false],
    ['[[:alpha:][a]', 'b', false],
  ])('%s matched against the whole of %j: %s', (pattern, answer, fits) => {
    expect(patterns.fits(pattern, answer)).toBe(fits)
  })

  test('matches the same answers as in a browser (property-based)', () => {
    const atom = fc.constantFrom(
      'a',
      'é',
      'ж',
      '.',
      '\\s',
      '\\S',
      '\\d',
      '\\w',
      '\\W',
      '\\p{L}',
      '\\P{Lu}',
      '\\p{Script=Cyrillic}',
      '\\u0436',
      '\\b',
      '[^]',
    )
    const member = fc.constantFrom(
      'a-z',
      '0-9',
      '\\s',
      '\\S',
      '\\D',
      '\\p{L}',
      '\\P{L}',
      '\\u0400-\\u04ff',
      '[',
      '[:alpha:',
      '.',
      '\\]',
      '&&',
      '\\b',
    )
    const group = fc
      .tuple(fc.boolean(), fc.array(member, { minLength: 1, maxLength: 3 }))
      .map(([not, all]) => `[${not ? '^' : ''}${all.join('')}]`)
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 4 },
        atom,
        group,
        fc.tuple(tie('pattern'), tie('pattern')).map((both) => both.join('')),
        fc.tuple(tie('pattern'), tie('pattern')).map((both) => `(?:${both.join('|')})`),
        fc.tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{0,2}', '*?')).map(([part, times]) => `(?:${part})${times}`),
      ),
    }))
    const email = fc.constantFrom('a', 'A', '1', ' ', '\u00a0', '\n', '\u2028', 'ж', 'é', '漢', '😀', '.', '[', ':', ']', '\b', '\u3000')
    const answer = fc.array(email, { maxLength: 6 }).map((emails) => emails.join(''))
    fc.assert(
      fc.property(pattern, answer, (source, text) => patterns.fits(source, text) === new RegExp(`^(?:${source})$`, 'u').test(text)),
      { numRuns: 1_000, seed: 20_261_121 },
    )
  })
})
