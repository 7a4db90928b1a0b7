import { limits } from '../words/limits.ts'

/**
 * Returns the words of a text in the form in which names are compared: ignoring case, accents and invisible characters, such as those that join
 * or separate Persian letters (shared/spec/contract.md#search). Only the first `limits.nameMax` characters count, and twice as many of their
 * decomposed form.
 */
export function nameWords(text: string): string[] {
  const name = text.slice(0, limits.nameMax)
  // A fast path: thousands of names are processed at once, and most have only these characters.
  if (/^[\dA-Za-z .,'-]*$/.test(name)) return name.toLowerCase().match(/[\da-z]+/g) ?? []
  // Accents become characters of their own, and one ligature can become 18.
  const plain = name
    .normalize('NFKD')
    .slice(0, 2 * limits.nameMax)
    .replaceAll(/[\p{Diacritic}\p{Format}]/gu, '')
    .replaceAll(/đ/giu, 'd')
    .toLowerCase()
  return plain.split(/[^\p{Letter}\p{Number}\p{Mark}]+/u).filter(Boolean)
}

/** Returns a name in the form that `nameMatches` searches. */
export function nameIndex(name: string): string {
  return ['', ...nameWords(name)].join(' ')
}

const minInfixLength = 3

/**
 * Returns whether each wanted word (from `nameWords`) begins a word of the indexed name or, from three letters on, is part of one. An empty
 * query matches nothing.
 */
export function nameMatches(index: string, wanted: readonly string[]): boolean {
  return wanted.length > 0 && wanted.every((word) => index.includes(word.length < minInfixLength ? ` ${word}` : word))
}

/**
 * Returns a function that tells whether an indexed name may be the same person's as this one: the same words in any order, or the same
 * letters. Nobody is the same person as somebody without a name.
 */
export function isSameNameAs(name: string): (index: string) => boolean {
  const words = nameWords(name)
  const letters = words.join('')
  const sorted = words.sort().join(' ')
  return (index) => {
    // A fast path: an index has a space for each word, so at least one and at most one for each letter.
    if (index.length <= letters.length || index.length > 2 * letters.length) return false
    const otherLetters = index.replaceAll(' ', '')
    if (otherLetters.length !== letters.length) return false
    return otherLetters === letters || index.trimStart().split(' ').sort().join(' ') === sorted
  }
}
