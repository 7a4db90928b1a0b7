/**
 * Returns the words of a text in the form in which names are compared: ignoring case, accents and invisible characters, such as those that join
 * or separate Persian letters (shared/spec/contract.md#search).
 */
export function nameWords(text: string): string[] {
  // A fast path: thousands of names are processed at once, and most have only these characters.
  if (/^[\dA-Za-z .,'-]*$/.test(text)) return text.toLowerCase().match(/[\da-z]+/g) ?? []
  const plain = text
    .normalize('NFKD')
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

/** Returns whether two names may be the same person's: the same words in any order, or the same letters. */
export function isSameName(one: string, other: string): boolean {
  const [words, others] = [nameWords(one), nameWords(other)]
  if (words.length > 0 && words.join('') === others.join('')) return true
  words.sort()
  others.sort()
  return words.length > 0 && words.length === others.length && words.every((word, place) => word === others[place])
}
