import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { CallOutcome } from '@portico/shared/words/contact'
import type { AnswerFlag, RespondentFlagWord } from '@portico/shared/words/flags'
import type { ExportAnswer, ExportAnswers, ExportRow } from './export-row.ts'

/** Rows as they cross to the thread that writes: one text, because text crosses fastest. Versions cross once, ahead of their rows. */
export interface RowBatch {
  readonly definitions: readonly QuestionnaireDefinition[]
  readonly rows: string
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
  /** In the order of the questions; null where there is no answer. */
  values: readonly (string | null)[],
  /** A letter for each question. */
  flags: string,
  notes: readonly (readonly [at: number, by: string, text: string])[],
  seatTime: string | null,
  lastCall: readonly [outcome: CallOutcome, at: number] | null,
  decidedAt: number | null,
]

const flagLetters = { red: 'r', green: 'g', 'not-applicable': 'n' } as const satisfies Record<AnswerFlag, string>
const flagOf: Readonly<Record<string, AnswerFlag>> = { r: 'red', g: 'green', n: 'not-applicable' }

/** Packs rows for the other thread; remembers which versions it has sent. */
export function rowPacker(): (rows: readonly ExportRow[], isLast: boolean) => RowBatch {
  const sent = new Map<QuestionnaireDefinition, number>()
  return (rows, isLast) => {
    const fresh = [...new Set(rows.map((row) => row.definition))].filter((definition) => !sent.has(definition))
    for (const definition of fresh) sent.set(definition, sent.size)
    return { definitions: fresh, rows: JSON.stringify(rows.map((row) => packed(row, sent.get(row.definition) ?? 0))), isLast }
  }
}

/** Unpacks what a packer packed, in the same order. */
export function rowUnpacker(): (batch: RowBatch) => ExportRow[] {
  const known: { definition: QuestionnaireDefinition; positions: Map<string, number> }[] = []
  return ({ definitions, rows }) => {
    for (const definition of definitions) {
      known.push({ definition, positions: new Map(definition.questions.map((question, position) => [question.identifier, position])) })
    }
    const packedRows: readonly PackedRow[] = JSON.parse(rows)
    return packedRows.flatMap((row) => {
      const version = known[row[0]]
      return version ? unpacked(row, version.definition, version.positions) : []
    })
  }
}

function packed(row: ExportRow, definition: number): PackedRow {
  const values: (string | null)[] = []
  let flags = ''
  for (const { identifier } of row.definition.questions) {
    const answer = row.answers.get(identifier)
    values.push(answer?.value ?? null)
    flags += flagLetters[answer?.flag ?? 'not-applicable']
  }
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
    values,
    flags,
    (row.notes ?? []).map(({ at, by, text }) => [at.getTime(), by, text]),
    row.seatTime ?? null,
    row.lastCall ? [row.lastCall.outcome, row.lastCall.at.getTime()] : null,
    row.decidedAt?.getTime() ?? null,
  ]
}

function unpacked(row: PackedRow, definition: QuestionnaireDefinition, positions: ReadonlyMap<string, number>): ExportRow {
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
    values,
    flags,
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
    answers: answersOf(values, flags, positions),
    notes: notes.map(([at, by, text]) => ({ at: new Date(at), by, text })),
    seatTime,
    decidedAt: decidedAt === null ? null : new Date(decidedAt),
    lastCall: lastCall && { outcome: lastCall[0], at: new Date(lastCall[1]) },
    definition,
  }
}

function answersOf(values: readonly (string | null)[], flags: string, positions: ReadonlyMap<string, number>): ExportAnswers {
  return {
    get(identifier): ExportAnswer | undefined {
      const position = positions.get(identifier) ?? -1
      const value = values[position]
      return typeof value === 'string' ? { value, flag: flagOf[flags.charAt(position)] ?? 'not-applicable' } : undefined
    },
  }
}
