import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { CallOutcome } from '@portico/shared/words/contact'
import type { AnswerFlag, RespondentFlagWord } from '@portico/shared/words/flags'
import type { ExportAnswer, ExportAnswers, ExportRow } from './export-row.ts'

/** Rows as sent to the process that writes them: as text, because that transfers fastest. Versions are sent once, ahead of their rows. */
export interface RowBatch {
  readonly definitions: readonly QuestionnaireDefinition[]
  /** Everything except the answers. */
  readonly rows: string
  /** The values of all rows, one per question in order, joined by `separator`. */
  readonly values: string
  /** One per value, as an index into `flagWords`. */
  readonly flags: Uint8Array
  readonly isLast: boolean
}

type PackedRow = readonly [
  definition: number,
  anonymousId: string,
  submittedAt: number,
  submittedOn: string,
  language: string,
  agencyName: string | null,
  checkedInAt: number | null,
  initialFlag: RespondentFlagWord,
  currentFlag: RespondentFlagWord,
  initialRedFlagAnswerCount: number,
  currentRedFlagAnswerCount: number,
  notes: readonly (readonly [at: number, by: string, text: string])[],
  seatTime: string | null,
  lastCall: readonly [outcome: CallOutcome, at: number] | null,
  decidedAt: number | null,
]

// A character that no answer can contain.
const separator = '\0'
// Without an answer there is no flag.
const flagWords = [undefined, 'red', 'green', 'not-applicable'] as const satisfies readonly (AnswerFlag | undefined)[]
const flagNumbers = { red: 1, green: 2, 'not-applicable': 3 } as const satisfies Record<AnswerFlag, number>

/** Creates a function that packs rows for the other process and remembers which versions it has sent. */
export function rowPacker(): (rows: readonly ExportRow[], isLast: boolean) => RowBatch {
  const sent = new Map<QuestionnaireDefinition, number>()
  return (rows, isLast) => {
    const fresh = [...new Set(rows.map((row) => row.definition))].filter((definition) => !sent.has(definition))
    for (const definition of fresh) sent.set(definition, sent.size)
    const facts = JSON.stringify(rows.map((row) => packed(row, sent.get(row.definition) ?? 0)))
    return { definitions: fresh, rows: facts, ...packedAnswers(rows), isLast }
  }
}

/** Creates a function that unpacks batches in the order in which they were packed. */
export function rowUnpacker(): (batch: RowBatch) => ExportRow[] {
  const known: QuestionnaireDefinition[] = []
  return ({ definitions, rows, values, flags }) => {
    known.push(...definitions)
    const packedRows: readonly PackedRow[] = JSON.parse(rows)
    const allValues = flags.length === 0 ? [] : values.split(separator)
    if (allValues.length !== flags.length) throw new Error('An answer holds a character that none can have')
    let first = 0
    return packedRows.flatMap((row) => {
      const definition = known[row[0]]
      if (!definition) return []
      const answers = answersFrom(first, allValues, flags)
      first += definition.questions.length
      return unpacked(row, definition, answers)
    })
  }
}

function packedAnswers(rows: readonly ExportRow[]): Pick<RowBatch, 'values' | 'flags'> {
  const values: string[] = []
  const flags = new Uint8Array(rows.reduce((sum, row) => sum + row.definition.questions.length, 0))
  for (const { definition, answers } of rows) {
    for (const position of definition.questions.keys()) {
      const answer = answers.at(position)
      if (answer) flags[values.length] = flagNumbers[answer.flag]
      values.push(answer?.value ?? '')
    }
  }
  return { values: values.join(separator), flags }
}

function packed(row: ExportRow, definition: number): PackedRow {
  return [
    definition,
    row.anonymousId,
    row.submittedAt.getTime(),
    row.submittedOn,
    row.language,
    row.agencyName,
    row.checkedInAt?.getTime() ?? null,
    row.initialFlag,
    row.currentFlag,
    row.initialRedFlagAnswerCount,
    row.currentRedFlagAnswerCount,
    (row.notes ?? []).map(({ at, by, text }) => [at.getTime(), by, text]),
    row.seatTime ?? null,
    row.lastCall ? [row.lastCall.outcome, row.lastCall.at.getTime()] : null,
    row.decidedAt?.getTime() ?? null,
  ]
}

function unpacked(row: PackedRow, definition: QuestionnaireDefinition, answers: ExportAnswers): ExportRow {
  const [
    ,
    anonymousId,
    submittedAt,
    submittedOn,
    language,
    agencyName,
    checkedInAt,
    initialFlag,
    currentFlag,
    initialReds,
    currentReds,
    notes,
    seatTime,
    lastCall,
    decidedAt,
  ] = row
  return {
    anonymousId,
    submittedAt: new Date(submittedAt),
    submittedOn,
    language,
    agencyName,
    checkedInAt: checkedInAt === null ? null : new Date(checkedInAt),
    initialFlag,
    currentFlag,
    initialRedFlagAnswerCount: initialReds,
    currentRedFlagAnswerCount: currentReds,
    answers,
    notes: notes.map(([at, by, text]) => ({ at: new Date(at), by, text })),
    seatTime,
    decidedAt: decidedAt === null ? null : new Date(decidedAt),
    lastCall: lastCall && { outcome: lastCall[0], at: new Date(lastCall[1]) },
    definition,
  }
}

/** Returns the answers of the row whose values begin at `first`. */
function answersFrom(first: number, values: readonly string[], flags: Uint8Array): ExportAnswers {
  return {
    at(position): ExportAnswer | undefined {
      const flag = flagWords[flags[first + position] ?? 0]
      return flag && { value: values[first + position] ?? '', flag }
    },
  }
}
