import type { Localized, QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { isNumbered, questionTypeFacts, type SurveyWord } from '@portico/shared/words/question-types'
import { formatConstraint } from '../constraints/constraint.ts'
import { formatCalculation } from '../constraints/calculation.ts'
import { formatCondition } from '../constraints/condition.ts'
import { formatFollowUpCondition, parseFollowUpCondition } from '../constraints/follow-up-condition.ts'
import { formatLanguage } from '../file-languages.ts'
import { isChoiceName, mayShareNumber } from '../question-rules.ts'
import type { PlainSheet } from '../../../../spreadsheets/plain-workbook.ts'

interface ChoiceList {
  readonly name: string
  readonly options: NonNullable<QuestionDefinition['options']>
}

/** The choice lists of a questionnaire, keyed by their options as JSON. */
type ChoiceLists = ReadonlyMap<string, ChoiceList>
type Cells = Readonly<Record<string, string | number>>

/**
 * Whether an XLSForm can represent the questionnaire: whole numbers, values without spaces, and text follow-ups directly below their
 * question.
 */
export function fitsXlsform({ questions }: QuestionnaireDefinition): boolean {
  const numbers = questions
    .filter(({ followUpOf, type }) => followUpOf === undefined && isNumbered(type))
    .filter((question, place, all) => !hasNumberOf(question, all[place - 1]))
    .map((question) => question.questionNumber)
  if (new Set(numbers).size < numbers.length || !numbers.every((number) => /^[1-9]\d{0,8}$/.test(number))) return false
  if (!questions.every(({ options = [] }) => options.every(({ value }) => isChoiceName(value)))) return false
  return questions.every((question, index) => question.followUpOf === undefined || isPlainFollowUp(question, questions[index - 1]))
}

/** Builds the sheets of an XLSForm (shared/spec/questionnaire-files.md#xlsform); reading them yields the same questionnaire. */
export function xlsformSheets(definition: QuestionnaireDefinition): PlainSheet[] {
  const lists = choiceLists(definition)
  const survey = surveyRows(definition, lists)
  const choices = [...lists.values()].flatMap(({ name, options }) =>
    options.map(({ value, label, offeredFor }): Cells => ({
      list_name: name,
      name: value,
      ...localizedCells(definition, 'label', label),
      ...(offeredFor !== undefined && { offered_for: offeredFor }),
    })),
  )
  return [
    buildSheet('survey', survey),
    ...(choices.length > 0 ? [buildSheet('choices', choices)] : []),
    settingsSheet(definition, { default_language: languageText(definition, definition.defaultLanguage) }),
  ]
}

/** Builds the `settings` sheet with these cells and the questionnaire's title, if any. */
export function settingsSheet(definition: QuestionnaireDefinition, cells: Cells = {}): PlainSheet {
  return buildSheet('settings', [{ ...cells, ...(definition.title && localizedCells(definition, 'title', definition.title)) }])
}

function hasNumberOf(question: QuestionDefinition, above: QuestionDefinition | undefined): boolean {
  return above?.questionNumber === question.questionNumber && mayShareNumber(question, above)
}

function isPlainFollowUp(question: QuestionDefinition, above: QuestionDefinition | undefined): boolean {
  return (
    above !== undefined &&
    above.identifier === question.followUpOf &&
    above.questionNumber === question.questionNumber &&
    JSON.stringify(above.section) === JSON.stringify(question.section) &&
    questionTypeFacts[question.type].surveyWord === 'text'
  )
}

function choiceLists({ questions }: QuestionnaireDefinition): ChoiceLists {
  const lists = new Map<string, ChoiceList>()
  const taken = new Set<string>()
  for (const { identifier, options } of questions) {
    const key = JSON.stringify(options)
    if (!options || lists.has(key)) continue
    const values = options.map((option) => option.value).join('_')
    const wanted = values.length <= 30 ? values : `${identifier}_choices`
    const name = findFreeName(wanted, taken)
    taken.add(name)
    lists.set(key, { name, options })
  }
  return lists
}

function findFreeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name.toLowerCase()) || taken.has(name); count += 1) name = `${wanted}_${count}`
  return name
}

function surveyRows(definition: QuestionnaireDefinition, lists: ChoiceLists): Cells[] {
  const taken = new Set(definition.questions.map((question) => question.identifier.toLowerCase()))
  const rows: Cells[] = []
  let open: Localized | undefined
  const switchSection = (section: Localized | undefined) => {
    if (JSON.stringify(section) === JSON.stringify(open)) return
    if (open) rows.push({ type: 'end_group' })
    if (section) {
      const name = findFreeName('section', taken)
      taken.add(name)
      rows.push({ type: 'begin_group', name, ...localizedCells(definition, 'label', section) })
    }
    open = section
  }
  for (const [place, question] of definition.questions.entries()) {
    switchSection(question.section)
    const condition = relevantCell(question, definition.questions[place - 1])
    rows.push({ ...questionCells(definition, question, lists), ...(condition !== undefined && { relevant: condition }) })
  }
  switchSection(undefined)
  return rows
}

function questionCells(definition: QuestionnaireDefinition, question: QuestionDefinition, lists: ChoiceLists): Cells {
  const { text, hint, constraint, constraintMessage, videoUrl, options } = question
  const parent = definition.questions.find((other) => other.identifier === question.followUpOf)
  const values = parent?.followUp?.showWhen
  return {
    type: options ? `${surveyWordOf(question)} ${lists.get(JSON.stringify(options))?.name ?? ''}` : surveyWordOf(question),
    name: question.identifier,
    ...localizedCells(definition, 'label', text),
    ...(hint && localizedCells(definition, 'hint', hint)),
    required: question.required ? 'yes' : 'no',
    ...(parent && values && { relevant: formatFollowUpCondition({ parent: parent.identifier, values }) }),
    appearance: question.multiline ? 'multiline' : (questionTypeFacts[question.type].appearance ?? ''),
    ...(constraint && { constraint: formatConstraint(constraint) }),
    ...(constraintMessage && localizedCells(definition, 'constraint_message', constraintMessage)),
    ...(question.optionsBy !== undefined && { choice_filter: `offered_for = \${${question.optionsBy}}` }),
    ...(question.calculation && { calculation: formatCalculation(question.calculation) }),
    ...(question.defaultAnswer !== undefined && {
      default: question.type === 'date' && question.defaultAnswer === 'today' ? 'today()' : question.defaultAnswer,
    }),
    ...(question.followUpOf === undefined && isNumbered(question.type) && { portal_number: Number(question.questionNumber) }),
    ...(videoUrl && localizedCells(definition, 'portal_video', videoUrl)),
  }
}

/** The condition of a question; in brackets where the row would become the follow-up of the question above it otherwise. */
function relevantCell({ type, askedWhen }: QuestionDefinition, above: QuestionDefinition | undefined): string | undefined {
  if (!askedWhen) return undefined
  const text = formatCondition(askedWhen)
  const isLikeFollowUp = questionTypeFacts[type].surveyWord === 'text' && above?.type === 'radio'
  return isLikeFollowUp && parseFollowUpCondition(text)?.parent === above.identifier ? `(${text})` : text
}

function surveyWordOf({ type, integer }: QuestionDefinition): SurveyWord {
  const { surveyWord, wholeWord } = questionTypeFacts[type]
  return integer && wholeWord ? wholeWord : surveyWord
}

function localizedCells(definition: QuestionnaireDefinition, base: string, text: Localized): Cells {
  return Object.fromEntries(definition.languages.map((code) => [`${base}::${languageText(definition, code)}`, text[code] ?? '']))
}

function languageText({ languageNames }: QuestionnaireDefinition, code: string): string {
  return formatLanguage({ code, name: languageNames[code] ?? code })
}

const columnOrder = ['type', 'list_name', 'name', 'label', 'hint', 'required', 'relevant', 'appearance', 'constraint', 'constraint_message']

/** Builds a sheet with a column for every key used by a row, in the usual order. */
function buildSheet(name: string, rows: readonly Cells[]): PlainSheet {
  const rank = (header: string) => {
    const index = columnOrder.indexOf(header.replace(/::.*$/s, ''))
    return index < 0 ? columnOrder.length : index
  }
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))].toSorted((one, other) => rank(one) - rank(other))
  return { name, rows: [headers, ...rows.map((row) => headers.map((header) => row[header] ?? ''))] }
}
