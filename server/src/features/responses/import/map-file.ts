import { z } from 'zod'
import { languageTag, lookupName, requiredText } from '@portico/shared/contract/fields'
import { hasAnswer, questionTypeFacts, takesAnswer, type QuestionType } from '@portico/shared/words/question-types'
import type { Published } from '../../questionnaires/definitions.ts'

const column = requiredText(200)
const words = z.record(z.string(), z.string())

/** Date formats of earlier systems. */
export const dateForms = ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY', 'DD.MM.YYYY'] as const
export type DateForm = (typeof dateForms)[number]

const fromColumn = z.strictObject({
  column,
  /** Maps cells to values where the two differ. */
  values: words.optional(),
  date: z.enum(dateForms).optional(),
  /** Prefix for telephone numbers that begin without a +. */
  callingCode: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'Write digits alone, like "1"')
    .optional(),
  /** Separates several chosen answers in one cell. */
  separator: z.string().min(1).max(5).optional(),
})

const always = z.strictObject({ always: requiredText(2_000) })

/** The source of the answer to one question: a column, or a constant. */
const source = z.union([column.transform((name) => fromColumn.parse({ column: name })), fromColumn, always])
export type AnswerSource = z.output<typeof source>

/** The file that maps the columns of an earlier system's CSV to questions (shared/spec/contract.md#importing-respondents). */
export const importMap = z.strictObject({
  source: requiredText(100),
  id: column,
  workshop: lookupName,
  questionnaire: lookupName,
  language: z.union([languageTag, z.strictObject({ column, values: words.optional() })]),
  answers: z.record(z.string(), source),
  ignore: z.array(column).default([]),
})
export type ImportMap = z.output<typeof importMap>

/** Returns the faults of a map for this questionnaire and these columns, one sentence each. */
export function mapFaults(map: ImportMap, { definition }: Published, headers: readonly string[]): string[] {
  const questions = new Map(definition.questions.map((question) => [question.identifier, question]))
  const faults = typeof map.language === 'string' ? [] : mappedTwice('language', map.language)
  for (const [identifier, from] of Object.entries(map.answers)) {
    const type = questions.get(identifier)?.type
    if (type === undefined) faults.push(`answers: the questionnaire has no question ${identifier}`)
    else if (!hasAnswer(type) || !takesAnswer(type)) faults.push(`answers: ${identifier} takes no answer`)
    else if ('column' in from) faults.push(...sourceFaults(identifier, from, type))
  }
  const named = [...columnsOf(map), ...map.ignore]
  for (const name of new Set(named)) if (!headers.includes(name)) faults.push(`the CSV file has no column "${name}"`)
  for (const name of headers)
    if (!named.includes(name)) faults.push(`column "${name}" is not in the map: say which question it answers, or name it under "ignore"`)
  for (const name of map.ignore) if (columnsOf(map).includes(name)) faults.push(`ignore: column "${name}" is used`)
  return faults
}

function sourceFaults(identifier: string, from: z.output<typeof fromColumn>, type: QuestionType): string[] {
  const { answer, format } = questionTypeFacts[type]
  return [
    ...mappedTwice(`answers: ${identifier}`, from),
    ...(from.date && answer !== 'date' ? [`answers: ${identifier} is no date`] : []),
    ...(from.callingCode && format !== 'phone' ? [`answers: ${identifier} is no telephone number`] : []),
    ...(from.separator && answer !== 'choices' ? [`answers: ${identifier} takes one answer alone`] : []),
  ]
}

function mappedTwice(what: string, { values = {} }: { readonly values?: z.output<typeof words> | undefined }): string[] {
  const cells = Map.groupBy(Object.keys(values), cellForm)
  return [...cells.values()].flatMap(([one, other]) =>
    other === undefined ? [] : [`${what} maps "${one}" and "${other}", which are the same`],
  )
}

/** The form in which cells are compared. */
export function cellForm(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

function columnsOf({ id, language, answers }: ImportMap): string[] {
  const used = Object.values(answers).flatMap((from) => ('column' in from ? from.column : []))
  return [id, ...(typeof language === 'string' ? [] : [language.column]), ...used]
}
