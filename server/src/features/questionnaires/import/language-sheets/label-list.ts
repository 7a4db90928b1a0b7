// The commas of all scripts.
const separators = ',\u060c\u3001\uff0c'
const separator = new RegExp(`[${separators}]`)
const marks = new RegExp(`[\\\\${separators}]`, 'g')
const pieces = new RegExp(`\\\\[\\\\${separators}]|[^]`, 'gu')

/** Splits values at commas of any script. */
export function splitValues(text: string): string[] {
  return text === '' ? [] : text.split(separator).map((part) => part.trim())
}

/** Splits labels at commas of any script, except those after a backslash, which belong to a label. */
export function splitLabels(text: string): string[] {
  if (text === '') return []
  const labels: string[] = []
  let label = ''
  for (const [piece] of text.matchAll(pieces)) {
    if (separator.test(piece) && piece.length === 1) {
      labels.push(label.trim())
      label = ''
    } else label += piece.length === 2 && piece.startsWith('\\') ? piece.slice(1) : piece
  }
  return [...labels, label.trim()]
}

/** Joins labels so that `splitLabels` returns them again. */
export function joinLabels(labels: readonly string[]): string {
  return labels.map((label) => label.replace(marks, '\\$&')).join(', ')
}
