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
    if (found.index > 0) runs.push({ text: asWritten(rest.slice(0, found.index)) })
    runs.push({ text: asWritten(inner), emphasis: mark.length === 2 ? 'strong' : 'mild' })
    rest = rest.slice(found.index + whole.length)
  }
  return rest === '' ? runs : [...runs, { text: asWritten(rest) }]
}

/** The same text without its marks, on one line: for a voice, a list of mistakes, the name of a button. */
export function unformatted(text: string): string {
  const plain = textRuns(text).map((run) => run.text)
  return plain.join('').replace(/\s*\n\s*/g, ' ')
}

// Stand-ins from the private use area for the marks of a text that is to be shown as it is written.
const standIns: ReadonlyMap<string, string> = new Map([
  ['*', '\u{e02a}'],
  ['_', '\u{e05f}'],
])

/** A text that somebody wrote, to be put into a formatted text: its marks emphasize nothing. */
export function literal(text: string): string {
  return text.replace(/[\u{e02a}\u{e05f}]/gu, '').replace(/[*_]/g, (mark) => standIns.get(mark) ?? mark)
}

function asWritten(text: string): string {
  return text.replaceAll('\u{e02a}', '*').replaceAll('\u{e05f}', '_')
}
