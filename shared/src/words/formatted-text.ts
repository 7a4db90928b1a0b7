/** A run of text and its emphasis. */
export interface TextRun {
  readonly text: string
  readonly emphasis?: 'strong' | 'mild'
}

// The marked text neither begins nor ends with white space or a mark, and the marks are at word boundaries.
const emphasisPattern = /(?<![\p{L}\p{N}*_])(\*\*|__|\*|_)(?![\s*_])([^\n]*?[^\s*_])\1(?![\p{L}\p{N}*_])/u

/**
 * Splits a text of a questionnaire into runs: `**strong**` and `__strong__`, `*mild*` and `_mild_`
 * (shared/spec/questionnaire-files.md#texts). Everything else is kept literally.
 */
export function textRuns(text: string): TextRun[] {
  const runs: TextRun[] = []
  let rest = text
  for (let found = emphasisPattern.exec(rest); found; found = emphasisPattern.exec(rest)) {
    const [whole, mark = '', inner = ''] = found
    if (found.index > 0) runs.push({ text: restoreMarks(rest.slice(0, found.index)) })
    runs.push({ text: restoreMarks(inner), emphasis: mark.length === 2 ? 'strong' : 'mild' })
    rest = rest.slice(found.index + whole.length)
  }
  return rest === '' ? runs : [...runs, { text: restoreMarks(rest) }]
}

/** Returns the text without its marks, on one line: for screen readers, error lists and button names. */
export function unformatted(text: string): string {
  const plain = textRuns(text).map((run) => run.text)
  return plain.join('').replace(/\s*\n\s*/g, ' ')
}

// Private use characters that stand for literal marks in an inserted text.
const placeholders: ReadonlyMap<string, string> = new Map([
  ['*', '\u{e02a}'],
  ['_', '\u{e05f}'],
])

/** Escapes a text for insertion into a formatted text, so that its marks are shown literally. */
export function literal(text: string): string {
  return text.replace(/[\u{e02a}\u{e05f}]/gu, '').replace(/[*_]/g, (mark) => placeholders.get(mark) ?? mark)
}

function restoreMarks(text: string): string {
  return text.replaceAll('\u{e02a}', '*').replaceAll('\u{e05f}', '_')
}
