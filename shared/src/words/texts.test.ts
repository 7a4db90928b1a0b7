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

  it('is the key where no one has it, and never a part of the tree or of its prototype', () => {
    for (const key of ['nav', 'nav.none', 'constructor', 'nav.home.length']) expect(translate(trees, key)).toBe(key)
  })
})

describe('a place without a value', () => {
  it('stays as it is, or is left to the caller', () => {
    expect(fillText('{{name}}, {{toString}}', { name: 'Ana' })).toBe('Ana, {{toString}}')
    const refuse = (placeholder: string): string => {
      throw new Error(`no value for ${placeholder}`)
    }
    expect(() => fillText('{{name}}', {}, refuse)).toThrow('no value for {{name}}')
  })
})
