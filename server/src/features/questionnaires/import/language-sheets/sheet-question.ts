import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { limits } from '@portico/shared/words/limits'
import { isChoiceType, type QuestionType, questionTypes } from '@portico/shared/words/question-types'
import { formatLanguage } from '../file-languages.ts'
import type { Findings } from '../problems.ts'
import { contactLanguageFault, isYoutubeAddress, nameFault, parseRequired, storedValueFault } from '../question-rules.ts'
import { checkMarkup } from '../xlsform/localized-text.ts'
import { cellLocation, type LanguageSheet, type SheetColumn, type SheetRow } from './sheet-rows.ts'

/** A row of the first sheet with its translations on the other sheets. */
export interface TranslatedRow {
  readonly home: SheetRow
  readonly translations: readonly Translation[]
}

/** A row of another sheet that translates a question. */
export interface Translation {
  readonly sheet: LanguageSheet
  readonly row: SheetRow
}

/** The first sheet and the findings so far. */
interface Context {
  readonly home: LanguageSheet
  readonly findings: Findings
}

type Texts = Record<string, string>
type Choices = NonNullable<QuestionDefinition['options']>
type Refuse = (
  column: SheetColumn,
  code: 'Q08' | 'Q09' | 'Q11' | 'Q12' | 'Q13' | 'Q18' | 'Q22' | 'C02' | 'C03' | 'C04',
  message: string,
) => void

const { Q08, Q11, Q12, Q13, Q18, Q22, C02, C03, W04, W08 } = importProblems

/** Builds the question of a row in all languages, without its number, follow-up and position. */
export function buildSheetQuestion(
  home: LanguageSheet,
  rows: TranslatedRow,
  findings: Findings,
): Omit<QuestionDefinition, 'questionNumber'> {
  const { row, slug, type: named, typeText } = rows.home
  const refuse: Refuse = (column, code, message) => {
    findings.problems.push({ ...cellLocation(home, row, column), code, message })
  }
  const fault = nameFault(slug)
  if (fault !== undefined) refuse('slug', 'Q09', fault)
  if (named === undefined) refuse('type', 'Q08', Q08.sheetType(typeText, questionTypes))
  if (named === 'calculate') refuse('type', 'Q08', Q08.sheetCalculate)
  const required = parseRequired(rows.home.required)
  if (required === undefined) refuse('required', 'Q13', Q13.unclear(rows.home.required))
  const type = named === 'input' && slug === 'email' ? 'email' : (named ?? 'input')
  const section = sectionOf(home, rows, findings)
  const options = isChoiceType(type) ? optionsOf(home, rows, type, { refuse, findings }) : undefined
  const videoUrl = type === 'youtube' ? videoOf(home, rows, refuse, findings) : undefined
  return {
    identifier: slug,
    type,
    required: type === 'acknowledge' || (required ?? false),
    text: textOf(home, rows, refuse, findings),
    ...(section && { section }),
    ...(options && { options }),
    ...(videoUrl && { videoUrl }),
  }
}

function textOf(home: LanguageSheet, { home: row, translations }: TranslatedRow, refuse: Refuse, findings: Findings): Texts {
  if (row.text === '') refuse('text', 'Q11', Q11.text('label', formatLanguage(home.language)))
  const texts: Texts = { [home.language.code]: row.text }
  for (const own of [{ sheet: home, row }, ...translations]) {
    checkMarkup({ findings }, cellLocation(own.sheet, own.row.row, 'text'), own.row.text)
  }
  for (const { sheet, row: other } of translations) {
    if (other.text !== '') texts[sheet.language.code] = other.text
    else if (row.text !== '') warnOfEmpty({ home, findings }, { sheet, row: other }, 'text', 'label')
  }
  return texts
}

function sectionOf(home: LanguageSheet, { home: row, translations }: TranslatedRow, findings: Findings): Texts | undefined {
  if (row.category === '') return undefined
  const section: Texts = { [home.language.code]: row.category }
  for (const { sheet, row: other } of translations) {
    if (other.category !== '') section[sheet.language.code] = other.category
    else warnOfEmpty({ home, findings }, { sheet, row: other }, 'category', 'category')
  }
  return section
}

function warnOfEmpty({ home, findings }: Context, { sheet, row }: Translation, column: SheetColumn, what: string): void {
  const message = W08.empty(what, formatLanguage(sheet.language), formatLanguage(home.language))
  findings.warnings.push({ ...cellLocation(sheet, row.row, column), code: 'W08', message })
}

function videoOf(home: LanguageSheet, { home: row, translations }: TranslatedRow, refuse: Refuse, findings: Findings): Texts {
  const addresses: Texts = {}
  for (const { sheet, row: own } of [{ sheet: home, row }, ...translations]) {
    const address = [own.video, own.labels.join(','), own.values.join(',')].find(isYoutubeAddress)
    const column = sheet.columns.has('video') ? 'video' : 'labels'
    const message = Q18.address(formatLanguage(sheet.language))
    if (address !== undefined) addresses[sheet.language.code] = address
    else if (sheet === home) refuse(column, 'Q18', message)
    else findings.problems.push({ ...cellLocation(sheet, own.row, column), code: 'Q18', message })
  }
  return addresses
}

interface Reporting {
  readonly refuse: Refuse
  readonly findings: Findings
}

/** Returns the choices: values from the first sheet, labels from each sheet. Their counts must match on every sheet (Q22). */
function optionsOf(home: LanguageSheet, rows: TranslatedRow, type: QuestionType, { refuse, findings }: Reporting): Choices {
  const { values } = rows.home
  const labels = withoutTrailingComma(rows.home.labels, values.length)
  checkValues(home, rows.home, type, { refuse, findings })
  if (labels.length !== values.length) refuse('labels', 'Q22', Q22.differ(labels.length, values.length))
  else {
    for (const [index, value] of values.entries()) {
      if (labels[index] === '') refuse('labels', 'Q11', Q11.choice(value, formatLanguage(home.language)))
    }
  }
  const byLanguage = rows.translations.map(({ sheet, row }) => ({
    code: sheet.language.code,
    labels: translatedLabels(home, sheet, row, { values, findings }),
  }))
  const inAllLanguages = [{ code: home.language.code, labels }, ...byLanguage]
  return values.map((value, index) => ({
    value,
    label: Object.fromEntries(inAllLanguages.map((own) => [own.code, own.labels[index] ?? '']).filter(([, label]) => label !== '')),
  }))
}

function checkValues(home: LanguageSheet, row: SheetRow, type: QuestionType, { refuse, findings }: Reporting): void {
  const { values } = row
  if (values.length < 2 && row.labels.length < 2) refuse('values', 'Q12', Q12.fewHere)
  if (values.length > limits.choicesMax) refuse('values', 'Q12', Q12.manyHere(values.length, limits.choicesMax))
  const seen = new Set<string>()
  const valueByLowerCase = new Map<string, string>()
  for (const value of values) {
    const similar = valueByLowerCase.get(value.toLowerCase())
    const fault = type === 'contactLanguage' ? contactLanguageFault(value) : undefined
    const malformed = type === 'checkboxes' && /\s/.test(value) ? C02.malformed(value) : storedValueFault(value)
    if (malformed !== undefined) refuse('values', 'C02', malformed)
    else if (seen.has(value)) refuse('values', 'C03', C03.twiceHere(value))
    else if (fault !== undefined) refuse('values', 'C04', fault)
    else if (similar !== undefined) {
      findings.warnings.push({ ...cellLocation(home, row.row, 'values'), code: 'W04', message: W04.case(value, similar, 'the same cell') })
    }
    seen.add(value)
    valueByLowerCase.set(value.toLowerCase(), value)
  }
}

function translatedLabels(
  home: LanguageSheet,
  sheet: LanguageSheet,
  row: SheetRow,
  { values, findings }: { values: readonly string[]; findings: Findings },
): readonly string[] {
  const labels = withoutTrailingComma(row.labels, values.length)
  if (labels.length === 0) {
    if (values.length > 0) warnOfEmpty({ home, findings }, { sheet, row }, 'labels', 'list of labels')
    return []
  }
  if (labels.length !== values.length) {
    findings.problems.push({ ...cellLocation(sheet, row.row, 'labels'), code: 'Q22', message: Q22.differ(labels.length, values.length) })
    return []
  }
  if (labels.includes('')) warnOfEmpty({ home, findings }, { sheet, row }, 'labels', 'label of a choice')
  return labels
}

/** A trailing comma adds no label. */
function withoutTrailingComma(labels: readonly string[], count: number): readonly string[] {
  return labels.length === count + 1 && labels.at(-1) === '' ? labels.slice(0, -1) : labels
}
