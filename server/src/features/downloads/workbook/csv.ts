import { redIdentifiers } from './cells/cell-values.ts'
import type { ExportRow, WorkbookInput } from './export-row.ts'
import { wallClock } from './cells/moments.ts'

const pieceLength = 64 * 1024
const progressEvery = 500
const formulaLike = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const facts = [
  'anonymousId',
  'date',
  'language',
  'agency',
  'checkInTime',
  'initialFlag',
  'currentFlag',
  'initialRedFlagAnswerCount',
  'currentRedFlagAnswerCount',
  'redIdentifiers',
] as const

/**
 * The rows of an export as comma-separated text in UTF-8 with a byte order mark, the facts first and then every question of every part
 * by identifier. What a spreadsheet program could take for a formula is led by an apostrophe. Comes in pieces, as `writeWorkbook` does.
 */
export async function* writeCsv(input: WorkbookInput): AsyncGenerator<Uint8Array> {
  const questions = input.parts.flatMap(({ definition }) => definition.questions.filter((question) => question.type !== 'youtube'))
  const identifiers = [...new Set(questions.map((question) => question.identifier))]
  const clock = wallClock(input.facts.timeZone)
  let text = `\ufeff${lineOf([...facts, ...identifiers])}`
  let done = 0
  for (const part of input.parts) {
    for await (const row of part.rows()) {
      text += lineOf([...factsOf(row, clock), ...identifiers.map((identifier) => row.answers.get(identifier)?.value ?? '')])
      done += 1
      if (done % progressEvery === 0) input.onProgress?.(done)
      if (text.length < pieceLength) continue
      input.signal?.throwIfAborted()
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(text)
  input.onProgress?.(done)
}

function factsOf(row: ExportRow, clock: ReturnType<typeof wallClock>): string[] {
  return [
    row.anonymousId,
    clock(row.submittedAt).text,
    row.language,
    row.agencyName ?? '',
    row.checkedInAt ? clock(row.checkedInAt).text : '',
    row.initialFlag,
    row.currentFlag,
    String(row.initialRedFlagAnswerCount),
    String(row.currentRedFlagAnswerCount),
    redIdentifiers(row),
  ]
}

function lineOf(values: readonly string[]): string {
  return `${values.map(field).join(',')}\r\n`
}

function field(value: string): string {
  const safe = formulaLike.test(value) ? `'${value}` : value
  const clean = safe.toWellFormed().replaceAll('\u0000', '')
  return /[",\r\n]/.test(clean) ? `"${clean.replaceAll('"', '""')}"` : clean
}
