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
 * What an answer is; how it is checked, shown and written into a cell follows from it. A question of the kind `none` takes no answer, that of
 * the kind `calculated` follows from others.
 */
export type AnswerKind = 'choice' | 'choices' | 'text' | 'number' | 'date' | 'time' | 'acknowledgement' | 'calculated' | 'none'

/** The words in the column `type` of an XLSForm that ask something, in the order in which messages name them. */
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

/** What is to be known of a question type wherever it is used. */
export interface QuestionTypeFacts {
  readonly answer: AnswerKind
  /** How an XLSForm writes it (shared/spec/questionnaire-files.md#question-types-in-xlsform). */
  readonly surveyWord: SurveyWord
  readonly appearance?: string
  /** Of a number: the word that allows only whole ones. */
  readonly wholeWord?: SurveyWord
  /** The form that each answer has (shared/spec/product.md#answers). */
  readonly format?: 'phone' | 'email' | 'zip'
  /** An answer that fits, where it is not one of a list of choices. */
  readonly example?: string
}

/** What is stored when someone agrees to a question of type `acknowledge`; XLSForm tools store the same. */
export const acknowledged = 'OK'

/**
 * The one table of question types. What a type needs where this package cannot know it, such as its field on a screen, stands in a
 * record over all types or kinds of answers there, so that the compiler names each place that a new one needs.
 */
export const questionTypeFacts: Readonly<Record<QuestionType, QuestionTypeFacts>> = {
  radio: { answer: 'choice', surveyWord: 'select_one' },
  // Becomes this type by the follow-up in the next row.
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

/** Whether answers to this type are one or several of a list of choices. */
export function isChoiceType(type: QuestionType): boolean {
  return ['choice', 'choices'].includes(questionTypeFacts[type].answer)
}

/** The choices that an answer to this type names; of other types, the answer itself. None where it is empty. */
export function chosenIn(type: QuestionType, answer: string): string[] {
  return questionTypeFacts[type].answer === 'choices' ? answer.split(' ').filter((value) => value !== '') : [answer].filter(Boolean)
}

/** Whether this type has an answer, given or calculated; a video and a note have none. */
export function hasAnswer(type: QuestionType): boolean {
  return questionTypeFacts[type].answer !== 'none'
}

/** Whether people answer this type; they do not answer a video, a note or a calculation. */
export function takesAnswer(type: QuestionType): boolean {
  return hasAnswer(type) && questionTypeFacts[type].answer !== 'calculated'
}

/** Whether questions of this type have a number; notes and calculations have none. */
export function isNumbered(type: QuestionType): boolean {
  return type !== 'note' && type !== 'calculate'
}

/** The type that a survey word stands for, with this appearance or with none; undefined when there is no such type. */
export function surveyType(word: SurveyWord, appearance?: string): QuestionType | undefined {
  return questionTypes.find((type) => {
    const facts = questionTypeFacts[type]
    return facts.appearance === appearance && (facts.surveyWord === word || facts.wholeWord === word)
  })
}

/** What may stand in the column `type`, in words: 'select_one, text, …, or note with appearance youtube'. */
export function surveyTypesText(): string {
  const texts = surveyWords.map((word) => {
    const only = questionTypes.find((type) => questionTypeFacts[type].surveyWord === word)
    return surveyType(word) || !only ? word : `${word} with appearance ${questionTypeFacts[only].appearance ?? ''}`
  })
  return `${texts.slice(0, -1).join(', ')}, or ${texts.at(-1) ?? ''}`
}
