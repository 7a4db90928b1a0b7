import { importProblems } from '@portico/shared/words/import/import-problems'
import {
  type QuestionType,
  questionTypeFacts,
  questionTypes,
  type SurveyWord,
  surveyType,
  surveyWords,
} from '@portico/shared/words/question-types'

/**
 * The kind of a `survey` row, from its `type` cell. `list` names the choices of a `select_one` or `select_multiple`, `orOther` adds one
 * that can be specified; `withTime` means that a time of day was requested in addition to the day.
 */
export type RowType =
  | { readonly kind: 'question'; readonly word: SurveyWord; readonly list?: string; readonly orOther?: boolean; readonly withTime?: true }
  | { readonly kind: 'beginGroup' | 'endGroup' }
  | { readonly kind: 'metadata'; readonly word: string }
  | { readonly kind: 'unsupported' }

/** The question type of a row, or why its appearance does not fit (Q17). */
export type TypeOutcome =
  | { readonly type: QuestionType; readonly multiline?: true }
  | { readonly fault: string }
  | { readonly unsupported: true }

const { Q17 } = importProblems
const metadataTypes = [
  'start',
  'end',
  'today',
  'deviceid',
  'username',
  'phonenumber',
  'email',
  'simserial',
  'subscriberid',
  'imei',
  'audit',
]
const choiceType = /^(?:select[_ ]one(?: from)?|select1|select[_ ]multiple(?: from)?)(?: (\S+))?( or[_ ](?:specify[_ ])?other)?$/i
const otherSpellings: ReadonlyMap<string, SurveyWord> = new Map([
  ['string', 'text'],
  ['int', 'integer'],
])
const multiline = 'multiline'
/** Appearances that are ignored where they have no effect, as in other tools. */
const ignorableAppearances: ReadonlySet<string> = new Set([multiline, 'minimal'])
const otherCalendars = ['bikram-sambat', 'buddhist', 'coptic', 'ethiopian', 'hebrew', 'islamic', 'myanmar', 'persian']

/** The meaningful appearance words and the survey word that each requires. */
const wordOfAppearance: ReadonlyMap<string, SurveyWord> = new Map([
  [multiline, 'text'],
  ...questionTypes.flatMap((type): [string, SurveyWord][] => {
    const { appearance, surveyWord } = questionTypeFacts[type]
    return appearance === undefined ? [] : [[appearance, surveyWord]]
  }),
])

/** Parses the `type` cell of a row in any accepted spelling. */
export function parseRowType(text: string): RowType {
  const choice = choiceType.exec(text)
  if (choice) {
    const word = /^select[_ ]multiple/i.test(text) ? 'select_multiple' : 'select_one'
    return { kind: 'question', word, list: choice[1] ?? '', orOther: choice[2] !== undefined }
  }
  const written = text.toLowerCase().replaceAll(' ', '_')
  if (written === 'begin_group') return { kind: 'beginGroup' }
  if (written === 'end_group') return { kind: 'endGroup' }
  if (written === 'datetime') return { kind: 'question', word: 'date', withTime: true }
  if (metadataTypes.includes(written)) return { kind: 'metadata', word: written }
  const word = otherSpellings.get(written) ?? surveyWords.find((known) => known === written)
  return word === undefined ? { kind: 'unsupported' } : { kind: 'question', word }
}

/** Determines the question type of a row from its type, appearance and name; any text row named `email` asks for an e-mail address. */
export function determineQuestionType(row: RowType, appearance: string, name: string): TypeOutcome {
  if (row.kind === 'unsupported') return { unsupported: true }
  const ownWord = row.kind === 'question' ? row.word : undefined
  const words = [...new Set(appearance.toLowerCase().split(' '))]
  const meaningful = words.filter(
    (word) => wordOfAppearance.has(word) && !(ignorableAppearances.has(word) && wordOfAppearance.get(word) !== ownWord),
  )
  const [first, second] = meaningful
  const ofDate = row.kind === 'question' && row.word === 'date' ? dateFault(appearance) : undefined
  if (ofDate !== undefined) return { fault: ofDate }
  if (first !== undefined && second !== undefined) return { fault: Q17.two(first, second) }
  const needed = wordOfAppearance.get(first ?? '')
  if (first !== undefined && needed !== undefined && needed !== ownWord) return { fault: Q17.fit(first, needed) }
  if (ownWord === 'text' && name === 'email') {
    const contradicts = first !== undefined && first !== 'email' && first !== multiline
    return contradicts ? { fault: Q17.two(first, 'email') } : { type: 'email' }
  }
  if (first === multiline) return { type: 'input', multiline: true }
  const type = ownWord && surveyType(ownWord, first)
  return type ? { type } : { unsupported: true }
}

/** Rejects appearances that change what a date is: only a month or year, or another calendar (Q17). */
function dateFault(appearance: string): string | undefined {
  const words = appearance.toLowerCase().split(' ')
  const part = words.find((word) => word === 'month-year' || word === 'year')
  const calendar = words.find((word) => otherCalendars.includes(word))
  if (part !== undefined) return Q17.partOfDate(part)
  return calendar === undefined ? undefined : Q17.calendar(calendar)
}
