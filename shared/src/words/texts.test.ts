import { describe, expect, it } from 'vitest'
import { fillText, translate } from './texts.ts'

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

describe('translate', () => {
  it('returns the text of the language, or the English one if it is missing', () => {
    expect(translate(trees, 'nav.home')).toBe('Главная')
    expect(translate(trees, 'nav.back')).toBe('Back')
  })

  it('uses the plural form for the count', () => {
    expect([1, 3, 5, 21].map((count) => translate(trees, 'left', { count }))).toEqual(['1 вопрос', '3 вопроса', '5 вопросов', '21 вопрос'])
    expect(translate([['en', english]], 'left', { count: 1 })).toBe('1 question left')
  })

  it('uses English with its own plural rules if the language lacks the form', () => {
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

  it('fills in values only once', () => {
    expect(translate(trees, 'of', { from: '{{count}}', count: 9 })).toBe('{{count}} of 9')
  })

  it('returns the key if no language has it, and never a subtree or a prototype property', () => {
    for (const key of ['nav', 'nav.none', 'constructor', 'nav.home.length']) expect(translate(trees, key)).toBe(key)
  })
})

describe('fillText', () => {
  it('keeps a placeholder without a value, or passes it to the caller', () => {
    expect(fillText('{{name}}, {{toString}}', { name: 'Ana' })).toBe('Ana, {{toString}}')
    const refuse = (placeholder: string): string => {
      throw new Error(`no value for ${placeholder}`)
    }
    expect(() => fillText('{{name}}', {}, refuse)).toThrow('no value for {{name}}')
  })
})
