import { expect, it } from 'vitest'
import { isSameName, nameIndex, nameMatches, nameWords } from './names.ts'

it.each([
  ['a Persian name with a non-joiner, by its letters', 'علی\u200cرضا محمدی', 'علیرضا'],
  ['and by its parts', 'علی\u200cرضا محمدی', 'علی رضا'],
  ['a name with a soft hyphen, as documents have them', 'Mar\u00adtinez', 'martinez'],
  ['a name between marks of direction', '\u202aMaria\u202c Silva\u200e', 'maria silva'],
  ['a name that was typed with such marks', 'Maria Silva', '\u2067maria\u2069'],
])('a search finds %s', (_what, name, query) => {
  expect(nameMatches(nameIndex(name), nameWords(query))).toBe(true)
})

it.each([
  ['Ana Maria Silva', 'silva ana maria', true],
  ['علی\u200cرضا محمدی', 'علیرضا محمدی', true],
  ['علی\u200cرضا محمدی', 'علی رضا محمدی', true],
  ['محمدی علی\u200cرضا', 'علیرضا محمدی', true],
  ['Ana Maria', 'Ana', false],
  ['', '\u200e', false],
])('isSameName(%s, %s) is %s', (one, other, is) => expect(isSameName(one, other)).toBe(is))
