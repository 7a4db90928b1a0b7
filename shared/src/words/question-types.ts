/** The question types (shared/spec/product.md#question-types). */
export const questionTypes = [
  'radio',
  'radioWithFollowUp',
  'phoneNumber',
  'email',
  'date',
  'input',
  'zip',
  'numeric',
  'dropDown',
  'youtube',
  'contactLanguage',
  'note',
  'time',
  'acknowledge',
  'calculate',
  'checkboxes',
] as const
export type QuestionType = (typeof questionTypes)[number]

/**
 * The kind of an answer, which determines how it is checked, shown and written into a cell. A question of kind `none` takes no answer; one
 * of kind `calculated` is derived from others.
 */
export type AnswerKind = 'choice' | 'choices' | 'text' | 'number' | 'date' | 'time' | 'acknowledgement' | 'calculated' | 'none'

/** The values of the XLSForm column `type` that ask something, in the order in which messages list them. */
export const surveyWords = [
  'select_one',
  'select_multiple',
  'text',
  'integer',
  'decimal',
  'date',
  'time',
  'acknowledge',
  'calculate',
  'note',
] as const
export type SurveyWord = (typeof surveyWords)[number]

/** The facts about a question type that are needed wherever it is used. */
export interface QuestionTypeFacts {
  readonly answer: AnswerKind
  /** How XLSForm represents it (shared/spec/questionnaire-files.md#question-types-in-xlsform). */
  readonly surveyWord: SurveyWord
  readonly appearance?: string
  /** For numbers: the XLSForm type that allows only whole ones. */
  readonly wholeWord?: SurveyWord
  /** The format of answers (shared/spec/product.md#answers). */
  readonly format?: 'phone' | 'email' | 'zip'
  /** A valid answer, if it is not one of a list of choices. */
  readonly example?: string
}

/** The stored answer when someone agrees to a question of type `acknowledge`; XLSForm tools store the same. */
export const acknowledged = 'OK'

/**
 * The one table of question types. What this package cannot know, such as a type's field on a screen, is kept in records over all types or
 * answer kinds elsewhere, so that the compiler reports each place that a new one needs.
 */
export const questionTypeFacts: Readonly<Record<QuestionType, QuestionTypeFacts>> = {
  radio: { answer: 'choice', surveyWord: 'select_one' },
  // Distinguished from `radio` by the follow-up in the next row.
  radioWithFollowUp: { answer: 'choice', surveyWord: 'select_one' },
  phoneNumber: { answer: 'text', surveyWord: 'text', appearance: 'phone', format: 'phone', example: '+14085550100' },
  email: { answer: 'text', surveyWord: 'text', appearance: 'email', format: 'email', example: 'respondent@portico.example' },
  date: { answer: 'date', surveyWord: 'date', example: '1985-03-14' },
  input: { answer: 'text', surveyWord: 'text', example: 'Portico Respondent' },
  zip: { answer: 'text', surveyWord: 'text', appearance: 'zip', format: 'zip', example: '95112' },
  numeric: { answer: 'number', surveyWord: 'decimal', wholeWord: 'integer', example: '3' },
  dropDown: { answer: 'choice', surveyWord: 'select_one', appearance: 'minimal' },
  youtube: { answer: 'none', surveyWord: 'note', appearance: 'youtube' },
  contactLanguage: { answer: 'choice', surveyWord: 'select_one', appearance: 'contact-language' },
  note: { answer: 'none', surveyWord: 'note' },
  time: { answer: 'time', surveyWord: 'time', example: '18:30' },
  acknowledge: { answer: 'acknowledgement', surveyWord: 'acknowledge', example: acknowledged },
  calculate: { answer: 'calculated', surveyWord: 'calculate' },
  checkboxes: { answer: 'choices', surveyWord: 'select_multiple' },
}

/** Returns whether answers to this type are one or several choices from a list. */
export function isChoiceType(type: QuestionType): boolean {
  return ['choice', 'choices'].includes(questionTypeFacts[type].answer)
}

/** Returns the choices in an answer to this type; for other types, the answer itself. Empty if it is blank. */
export function chosenIn(type: QuestionType, answer: string): string[] {
  return questionTypeFacts[type].answer === 'choices' ? answer.split(' ').filter((value) => value !== '') : [answer].filter(Boolean)
}

/** Returns whether this type has an answer, given or calculated; videos and notes have none. */
export function hasAnswer(type: QuestionType): boolean {
  return questionTypeFacts[type].answer !== 'none'
}

/** Returns whether people answer this type, unlike videos, notes and calculations. */
export function takesAnswer(type: QuestionType): boolean {
  return hasAnswer(type) && questionTypeFacts[type].answer !== 'calculated'
}

/** Returns whether questions of this type are numbered; notes and calculations are not. */
export function isNumbered(type: QuestionType): boolean {
  return type !== 'note' && type !== 'calculate'
}

/** Returns the type for an XLSForm type, with this appearance or without one; undefined if there is none. */
export function surveyType(word: SurveyWord, appearance?: string): QuestionType | undefined {
  return questionTypes.find((type) => {
    const facts = questionTypeFacts[type]
    return facts.appearance === appearance && (facts.surveyWord === word || facts.wholeWord === word)
  })
}

/** Returns the allowed values of the column `type`, in words: 'select_one, text, …, or note with appearance youtube'. */
export function surveyTypesText(): string {
  const texts = surveyWords.map((word) => {
    const only = questionTypes.find((type) => questionTypeFacts[type].surveyWord === word)
    return surveyType(word) || !only ? word : `${word} with appearance ${questionTypeFacts[only].appearance ?? ''}`
  })
  return `${texts.slice(0, -1).join(', ')}, or ${texts.at(-1) ?? ''}`
}
