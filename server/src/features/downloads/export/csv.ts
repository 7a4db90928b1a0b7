import type { DownloadColumn } from '@portico/shared/contract/downloads'
import { flagLabel } from '@portico/shared/words/flags'
import { hasAnswer } from '@portico/shared/words/question-types'
import { byteOrderMark, csvLine } from '../../../spreadsheets/csv-writer.ts'
import { zonedClock } from '../../../spreadsheets/wall-clock.ts'
import { answerFinder, notesText, redIdentifiers, waitingDays } from './cell-values.ts'
import type { ExportFacts, ExportInput, ExportRow } from './export-row.ts'

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
 * Writes the rows of an export as comma-separated text in UTF-8 with a byte order mark: the facts, then every question of every part by
 * identifier (`answer:` before one that is the name of a fact), those of earlier versions last. Streams chunks like `writeWorkbook`.
 */
export async function* writeCsv(input: ExportInput): AsyncGenerator<Uint8Array> {
  const questions = input.parts.flatMap(({ definition }) => definition.questions.filter((question) => hasAnswer(question.type)))
  const earlier = input.parts.flatMap((part) => part.earlier ?? [])
  const identifiers = [...new Set([...questions.map((question) => question.identifier), ...earlier])]
  const finders = identifiers.map(answerFinder)
  const clock = zonedClock(input.facts.timeZone)
  const more = moreColumns(input.facts, clock)
  const names = [...facts, ...more.map(([name]) => name)]
  const isTaken = new Set(names)
  let text = byteOrderMark + csvLine([...names, ...identifiers.map((name) => (isTaken.has(name) ? `answer:${name}` : name))])
  let done = 0
  for (const part of input.parts) {
    for await (const row of part.rows()) {
      text += csvLine([
        ...factsOf(row, clock),
        ...more.map(([, valueOf]) => valueOf(row)),
        ...finders.map((find) => find(row)?.value ?? ''),
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

type Clock = ReturnType<typeof zonedClock>
type Column = readonly [name: string, valueOf: (row: ExportRow) => string]

/** Returns the columns that depend on slots or have to be requested. */
function moreColumns(facts: ExportFacts, clock: Clock): Column[] {
  const waiting = waitingDays(facts)
  const chosen: Readonly<Record<DownloadColumn, readonly Column[]>> = {
    // Always included.
    agency: [],
    status: [
      ['status', (row) => flagLabel[row.currentFlag]],
      ['decidedTime', (row) => (row.decidedAt ? clock(row.decidedAt) : '')],
    ],
    waiting: [['waitingDays', (row) => String(waiting(row) ?? '')]],
    contact: [
      ['lastCallOutcome', (row) => row.lastCall?.outcome ?? ''],
      ['lastCallTime', (row) => (row.lastCall ? clock(row.lastCall.at) : '')],
    ],
  }
  const { slots, columns = [], notes } = facts
  return [
    ...(slots ? [['seatTime', (row) => row.seatTime ?? ''] satisfies Column] : []),
    ...columns.flatMap((column) => chosen[column]),
    ...(notes ? [['notes', (row) => notesText(row, clock)] satisfies Column] : []),
  ]
}

function factsOf(row: ExportRow, clock: Clock): string[] {
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
