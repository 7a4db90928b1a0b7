import { expect, it } from 'vitest'
import { isSameNameAs, nameIndex, nameMatches, nameWords } from './names.ts'

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
  ['Ana Maria', 'Aria Mana', false],
  ['Maria-Ana', 'ana MARÍA', true],
])('that %s may be %s is %s', (one, other, is) => {
  expect(isSameNameAs(one)(nameIndex(other))).toBe(is)
  expect(isSameNameAs(other)(nameIndex(one))).toBe(is)
})

it.each([
  ['characters that stand for 18', '\u{fdfa}'.repeat(200)],
  ['an answer of 2,000 letters', 'Ana '.repeat(500)],
  ['the same with an accent', 'Aná '.repeat(500)],
])('the index of a name is short: %s', (_what, name) => expect(nameIndex(name).length).toBeLessThan(1_000))

it('control: the longest ordinary name is indexed as a whole', () => {
  const name = `${'Ana '.repeat(48)}Lástname`
  expect([name.length, nameIndex(name).endsWith(' lastname')]).toEqual([200, true])
})
