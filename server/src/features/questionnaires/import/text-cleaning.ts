import { editDistance } from '@portico/shared/rules/nearest'

/**
 * Text of a cell as people read it: trimmed, white space collapsed to one space, control characters removed
 * (shared/spec/questionnaire-files.md#cell-reading).
 */
export function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\u0085]+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
}

/** Cleaned text whose line breaks stay; blank lines come together to one. */
export function cleanedLines(text: string): string {
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/).map(cleaned)
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Cleaned text with curly quotes made straight, for cells that hold a name, a type, a condition or a rule. */
export function straightened(text: string): string {
  return cleaned(text.replace(/[\u2018\u2019\u201a\u201b]/g, "'").replace(/[\u201c\u201d\u201e\u201f]/g, '"'))
}

/** How sheet names and headers are compared: without case, outer white space, or the difference of space and underscore. */
export function comparable(name: string): string {
  return cleaned(name).toLowerCase().replace(/[ _]+/g, '_')
}

/** The sheet whose name is nearly this one: `choice` for `choices`. */
export function misspeltSheet(names: readonly string[], wanted: string): string | undefined {
  return names.find((name) => misspelt(comparable(name), [wanted]) === wanted)
}

/** The known word that this one is a misspelling of: one or two slips away, one in short words; the closest wins (W10). */
export function misspelt(word: string, known: readonly string[]): string | undefined {
  const most = word.length <= 4 ? 1 : 2
  const alike = known.filter((candidate) => Math.abs(candidate.length - word.length) <= most)
  const near = alike.map((candidate) => ({ candidate, slips: editDistance(word, candidate) })).filter(({ slips }) => slips <= most)
  return near.toSorted((one, other) => one.slips - other.slips)[0]?.candidate
}
