/** The words of a text as names are compared: in any case, with or without accents (shared/spec/contract.md#search). */
export function nameWords(text: string): string[] {
  // Thousands of names are read at once, and most have no letter that needs more than this.
  if (/^[\dA-Za-z .,'-]*$/.test(text)) return text.toLowerCase().match(/[\da-z]+/g) ?? []
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll(/đ/giu, 'd')
    .toLowerCase()
  return plain.split(/[^\p{Letter}\p{Number}\p{Mark}]+/u).filter(Boolean)
}

/** A name ready to be searched often. */
export function nameIndex(name: string): string {
  return ['', ...nameWords(name)].join(' ')
}

const anywhereFrom = 3

/** Whether each wanted word (of `nameWords`) begins a word of the indexed name, or from three letters on is a part of one; nothing wanted finds no one. */
export function nameFits(index: string, wanted: readonly string[]): boolean {
  return wanted.length > 0 && wanted.every((word) => index.includes(word.length < anywhereFrom ? ` ${word}` : word))
}

/** Whether two names may be one person's: the same words in any order. */
export function isSameName(one: string, other: string): boolean {
  const [words, others] = [nameWords(one).sort(), nameWords(other).sort()]
  return words.length > 0 && words.length === others.length && words.every((word, place) => word === others[place])
}
