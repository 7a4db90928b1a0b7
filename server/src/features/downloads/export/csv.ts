import { hasAnswer } from '@portico/shared/words/question-types'
import { byteOrderMark, csvLine } from '../../../spreadsheets/csv-writer.ts'
import { zonedClock } from '../../../spreadsheets/wall-clock.ts'
import { notesText, redIdentifiers } from './cell-values.ts'
import type { ExportInput, ExportRow } from './export-row.ts'

const chunkLength = 64 * 1024
const progressEvery = 500
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
 * by identifier. Comes in chunks, as `writeWorkbook` does.
 */
export async function* writeCsv(input: ExportInput): AsyncGenerator<Uint8Array> {
  const questions = input.parts.flatMap(({ definition }) => definition.questions.filter((question) => hasAnswer(question.type)))
  const identifiers = [...new Set(questions.map((question) => question.identifier))]
  const clock = zonedClock(input.facts.timeZone)
  let text =
    byteOrderMark + csvLine([...facts, ...(input.facts.slots ? ['seatTime'] : []), ...(input.facts.notes ? ['notes'] : []), ...identifiers])
  let done = 0
  for (const part of input.parts) {
    for await (const row of part.rows()) {
      text += csvLine([
        ...factsOf(row, clock),
        ...(input.facts.slots ? [row.seatTime ?? ''] : []),
        ...(input.facts.notes ? [notesText(row, clock)] : []),
        ...identifiers.map((identifier) => row.answers.get(identifier)?.value ?? ''),
      ])
      done += 1
      if (done % progressEvery === 0) input.onProgress?.(done)
      if (text.length < chunkLength) continue
      input.signal?.throwIfAborted()
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(text)
  input.onProgress?.(done)
}

function factsOf(row: ExportRow, clock: ReturnType<typeof zonedClock>): string[] {
  return [
    row.anonymousId,
    clock(row.submittedAt),
    row.language,
    row.agencyName ?? '',
    row.checkedInAt ? clock(row.checkedInAt) : '',
    row.initialFlag,
    row.currentFlag,
    String(row.initialRedFlagAnswerCount),
    String(row.currentRedFlagAnswerCount),
    redIdentifiers(row),
  ]
}
