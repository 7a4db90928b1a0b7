import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { nearest } from '@portico/shared/rules/nearest'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { hasAnswer, isChoiceType } from '@portico/shared/words/question-types'
import type { TableRow } from '../../table.ts'
import { type SurveyState, surveyLocation, type UnnumberedQuestion } from './references.ts'

const { Q28 } = importProblems
const column = String.raw`([\w.-]+)`
const answer = String.raw`\$\{\s*([^{}]+?)\s*\}`
const forms = [new RegExp(`^${column}\\s*=\\s*${answer}$`), new RegExp(`^selected\\(\\s*${answer}\\s*,\\s*${column}\\s*\\)$`, 'i')]
const reversedForm = new RegExp(`^${answer}\\s*=\\s*${column}$`)

/** Parses a `choice_filter` cell: the column of the choices, and the question whose answer it must equal. Undefined for any other form. */
export function parseChoiceFilter(text: string): { readonly column: string; readonly name: string } | undefined {
  const [, one, other] = forms[0]?.exec(text) ?? []
  if (one !== undefined && other !== undefined) return { column: one, name: other }
  const [, name, where] = reversedForm.exec(text) ?? forms[1]?.exec(text) ?? []
  return name !== undefined && where !== undefined ? { column: where, name } : undefined
}

/** Makes the choices of a question depend on the earlier answer named by its `choice_filter` (Q28). */
export function applyChoiceFilter(
  reading: SurveyState,
  row: TableRow,
  question: UnnumberedQuestion,
  list: string | undefined,
): UnnumberedQuestion {
  const { survey, questions, refused } = reading
  const text = survey.cells.code(row, survey.columns.plain.get('choice_filter')?.column)
  if (text === '') return question
  const refuse = (message: string): UnnumberedQuestion => {
    survey.findings.problems.push({ ...surveyLocation(survey, row, 'choice_filter'), code: 'Q28', message })
    return question
  }
  const { options } = question
  if (!isChoiceType(question.type)) return refuse(Q28.list)
  const filter = parseChoiceFilter(text)
  if (!filter) return refuse(Q28.form)
  if (!options || list === undefined || refused.has(filter.name)) return question
  const asked = questions.find((other) => other.question.identifier === filter.name)?.question
  const names = questions.map((other) => other.question.identifier)
  if (!asked || !hasAnswer(asked.type)) return refuse(Q28.above(filter.name, nearest(filter.name, names)))
  const cells = survey.choices?.column(list, filter.column)
  if (!cells) return refuse(Q28.column(filter.column))
  const offered = options.map((option) => ({ ...option, offeredFor: cells.get(option.value) ?? '' }))
  const fault = offered.map(({ value, offeredFor }) => offerFault(value, offeredFor, filter.column, asked)).find(Boolean)
  return fault === undefined ? { ...question, options: offered, optionsBy: filter.name } : refuse(fault)
}

function offerFault(value: string, offeredFor: string, where: string, asked: Pick<QuestionDefinition, 'identifier' | 'options'>) {
  if (offeredFor === '') return Q28.blank(value, where)
  const isKnown = !asked.options || asked.options.some((option) => option.value === offeredFor)
  return isKnown ? undefined : Q28.choice(offeredFor, asked.identifier)
}
