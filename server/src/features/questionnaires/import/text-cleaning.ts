import { editDistance } from '@portico/shared/rules/nearest'

/**
 * Cleans the text of a cell: trimmed, white space collapsed to one space, characters removed that control or that XML cannot hold
 * (shared/spec/questionnaire-files.md#cell-reading).
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\u0085]+/gu, ' ')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, '')
    .trim()
}

/** Cleans text but keeps its line breaks; consecutive blank lines are collapsed to one. */
export function cleanLines(text: string): string {
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/).map(cleanText)
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Cleans text and straightens curly quotes, for cells with a name, type, condition or rule. */
export function cleanCode(text: string): string {
  return cleanText(text.replace(/[\u2018\u2019\u201a\u201b]/g, "'").replace(/[\u201c\u201d\u201e\u201f]/g, '"'))
}

/**
 * Normalizes a sheet name or header for comparison: ignores case, surrounding white space, and whether words are separated by spaces or
 * underscores.
 */
export function normalizeName(name: string): string {
  return cleanText(name).toLowerCase().replace(/[ _]+/g, '_')
}

/** Finds the sheet whose name is a misspelling of the wanted one: `choice` for `choices`. */
export function findMisspeltSheet(names: readonly string[], wanted: string): string | undefined {
  return names.find((name) => findCorrection(normalizeName(name), [wanted]) === wanted)
}

/** Finds the known word that this one misspells: an edit distance of at most two, or one for short words; the closest wins (W10). */
export function findCorrection(word: string, known: readonly string[]): string | undefined {
  const maxDistance = word.length <= 4 ? 1 : 2
  const similarLength = known.filter((candidate) => Math.abs(candidate.length - word.length) <= maxDistance)
  const near = similarLength
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance <= maxDistance)
  return near.toSorted((one, other) => one.distance - other.distance)[0]?.candidate
}
