import { describe, expect, it } from 'vitest'
import { localDate } from './local-date.tsx'
import { translate } from './translate.ts'

const english = {
  nav: { home: 'Home', back: 'Back' },
  left_one: '{{count}} question left',
  left_other: '{{count}} questions left',
  of: '{{from}} of {{count}}',
}
const russian = {
  nav: { home: 'Главная', back: '' },
  left_one: '{{count}} вопрос',
  left_few: '{{count}} вопроса',
  left_many: '{{count}} вопросов',
}
const trees = [
  ['ru', russian],
  ['en', english],
] as const

describe('the text of a key', () => {
  it('is that of the language, and English where it has none yet', () => {
    expect(translate(trees, 'nav.home')).toBe('Главная')
    expect(translate(trees, 'nav.back')).toBe('Back')
  })

  it('has the form of its number', () => {
    expect([1, 3, 5, 21].map((count) => translate(trees, 'left', { count }))).toEqual(['1 вопрос', '3 вопроса', '5 вопросов', '21 вопрос'])
    expect(translate([['en', english]], 'left', { count: 1 })).toBe('1 question left')
  })

  it('takes English with its own number rules where the language has no form', () => {
    expect(
      translate(
        [
          ['ru', {}],
          ['en', english],
        ],
        'left',
        { count: 2 },
      ),
    ).toBe('2 questions left')
  })

  it('is filled with its values, once', () => {
    expect(translate(trees, 'of', { from: '{{count}}', count: 9 })).toBe('{{count}} of 9')
  })

  it('is the key where nobody has it, and never a part of the tree or of its prototype', () => {
    for (const key of ['nav', 'nav.none', 'constructor', 'nav.home.length']) expect(translate(trees, key)).toBe(key)
  })
})

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
