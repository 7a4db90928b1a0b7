/** A stretch of a text and how it is emphasized. */
export interface TextRun {
  readonly text: string
  readonly emphasis?: 'strong' | 'mild'
}

// The marks hold what begins and ends with neither white space nor a mark, and stand at the edge of a word.
const marked = /(?<![\p{L}\p{N}*_])(\*\*|__|\*|_)(?![\s*_])([^\n]*?[^\s*_])\1(?![\p{L}\p{N}*_])/u

/**
 * A text of a questionnaire in runs: `**strong**` and `__strong__`, `*mild*` and `_mild_`
 * (shared/spec/questionnaire-files.md#texts). Everything else stays as it is written.
 */
export function textRuns(text: string): TextRun[] {
  const runs: TextRun[] = []
  let rest = text
  for (let found = marked.exec(rest); found; found = marked.exec(rest)) {
    const [whole, mark = '', inner = ''] = found
    if (found.index > 0) runs.push({ text: rest.slice(0, found.index) })
    runs.push({ text: inner, emphasis: mark.length === 2 ? 'strong' : 'mild' })
    rest = rest.slice(found.index + whole.length)
  }
  return rest === '' ? runs : [...runs, { text: rest }]
}

/** The same text without its marks, on one line: for a voice, a list of mistakes, the name of a button. */
export function unformatted(text: string): string {
  const plain = textRuns(text).map((run) => run.text)
  return plain.join('').replace(/\s*\n\s*/g, ' ')
}
