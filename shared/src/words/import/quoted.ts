/**
 * Formats a value of a file for messages: quoted, at most 40 characters, without control characters
 * (shared/spec/questionnaire-files.md#message-format).
 */
export function quoted(value: string): string {
  return `"${shortened(value)}"`
}

/** Truncates a value or file name to 40 characters and removes control characters. */
export function shortened(value: string): string {
  const characters = [...value.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '')]
  return characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : characters.join('')
}

/** Lists values, each truncated. */
export function listed(values: readonly string[]): string {
  return values.map(shortened).join(', ')
}

/** Returns the question that ends a message when a value looks misspelt. */
export function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : ` Did you mean ${quoted(suggestion)}?`
}

/** Names a question of a type in a sentence: `an input question`. */
export function aQuestion(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type} question`
}
