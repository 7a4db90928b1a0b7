import { regexes } from 'zod'
import type { AnswerLimits, Question } from '../contract/questionnaires.ts'
import { limits } from '../words/limits.ts'
import { acknowledged, type AnswerKind, hasAnswer, questionTypeFacts, type QuestionType, takesAnswer } from '../words/question-types.ts'
import { withOfferedOptions } from './answered-questions.ts'
import { calculate } from './calculations.ts'
import { holds } from './conditions.ts'
import { earliestDay, fullYears, isCalendarDay, limitDay } from './days.ts'
import type { FitsPattern } from './patterns.ts'

/** The possible faults of an answer; screens have a message for each in every language. */
export type AnswerFault =
  | 'unknown'
  | 'required'
  | 'phone'
  | 'email'
  | 'zip'
  | 'choice'
  | 'date'
  | 'date_range'
  | 'too_young'
  | 'time'
  | 'number'
  | 'whole_number'
  | 'number_range'
  | 'too_long'
  | 'pattern'

/** A fault of one answer. `message` is in English, or the questionnaire's own message if it has one. */
export interface AnswerIssue {
  readonly identifier: string
  readonly fault: AnswerFault
  readonly message: string
}

/** What a check needs besides the question and the answer. */
export interface AnswerCheck {
  /** Today in the workshop's time zone, YYYY-MM-DD. */
  readonly today: string
  readonly fitsPattern: FitsPattern
}

/** The result of a check: the faults, and the answers to store (trimmed, without unanswered and unasked ones). */
export interface CheckedAnswers {
  readonly issues: readonly AnswerIssue[]
  readonly answers: ReadonlyMap<string, string>
}

const faultMessages: Record<AnswerFault, string> = {
  unknown: 'This questionnaire has no such question.',
  required: 'Required',
  phone: 'Improperly formatted phone number',
  email: 'Enter an email address, like name@example.com',
  zip: 'Invalid zip code',
  choice: 'Choose one of the answers.',
  date: 'Enter a real date.',
  date_range: 'This date is not possible here.',
  too_young: 'You must be at least 16.',
  time: 'Enter a time, like 14:30.',
  number: 'Enter a number.',
  whole_number: 'Enter a whole number.',
  number_range: 'This number is not possible here.',
  too_long: 'This answer is too long.',
  pattern: 'This answer does not have the expected form.',
}

/**
 * Checks a whole response against its questions (shared/spec/product.md#answers, shared/spec/contract.md#submission). A follow-up is
 * required only when its parent asks it, a conditional question only when its condition holds; answers to questions that are not asked are
 * dropped.
 */
export function checkAnswers(questions: readonly Question[], given: Readonly<Record<string, string>>, check: AnswerCheck): CheckedAnswers {
  const issues: AnswerIssue[] = []
  const answers = new Map<string, string>()
  const values = new Map<string, string>()
  for (const [identifier, value] of Object.entries(given)) values.set(identifier, value.trim())
  const asked = knownAnswers(questions, values, check.today)
  const answerTo = (identifier: string) => asked.get(identifier) ?? ''
  for (const question of questions) {
    const value = asked.get(question.identifier)
    if (!hasAnswer(question.questionType) || value === undefined) continue
    const issue = takesAnswer(question.questionType) ? checkAnswer(withOfferedOptions(question, answerTo), value, check) : undefined
    if (issue) issues.push(issue)
    else if (value !== '') answers.set(question.identifier, value)
  }
  const { answerable } = factsOf(questions)
  for (const identifier of values.keys()) if (!answerable.has(identifier)) issues.push(issueOf(identifier, 'unknown'))
  return { issues, answers }
}

/**
 * Returns the identifiers of the questions that are asked, given the answers so far: all except follow-ups whose parent does not ask them,
 * questions whose condition does not hold, and questions none of whose choices is offered. An answer to a question that is not asked counts
 * as none. `today` is the day in the workshop's time zone.
 */
export function askedQuestions(questions: readonly Question[], values: ReadonlyMap<string, string>, today: string): Set<string> {
  return new Set(knownAnswers(questions, values, today).keys())
}

/**
 * Returns the value of each question that is asked (`askedQuestions`): the given answer, the value calculated from earlier ones, or the
 * empty text. Values given for calculations are ignored.
 */
export function knownAnswers(questions: readonly Question[], values: ReadonlyMap<string, string>, today: string): Map<string, string> {
  const known = new Map<string, string>()
  const facts = { answerTo: (identifier: string) => known.get(identifier) ?? '', today }
  const { parents } = factsOf(questions)
  for (const question of questions) {
    const { identifier, askedWhen, calculation, optionsBy } = question
    const parent = parents.get(identifier)
    if (parent?.followUp?.showWhen.includes(facts.answerTo(parent.identifier)) === false) continue
    if (askedWhen && !holds(askedWhen, facts)) continue
    if (optionsBy !== undefined && withOfferedOptions(question, facts.answerTo).options?.length === 0) continue
    known.set(identifier, calculation ? calculate(calculation, facts) : (values.get(identifier) ?? ''))
  }
  return known
}

interface QuestionFacts {
  /** The identifiers of the questions that people answer. */
  readonly answerable: ReadonlySet<string>
  /** The question that asks each follow-up, by the follow-up's identifier. */
  readonly parents: ReadonlyMap<string, Question>
}

// The questions of a published version never change, and working this out takes as long as checking all answers to them.
const factsByQuestions = new WeakMap<readonly Question[], QuestionFacts>()

function factsOf(questions: readonly Question[]): QuestionFacts {
  const known = factsByQuestions.get(questions)
  if (known) return known
  const facts = {
    answerable: new Set(questions.flatMap(({ questionType, identifier }) => (takesAnswer(questionType) ? identifier : []))),
    parents: new Map(questions.flatMap((question) => (question.followUp ? [[question.followUp.identifier, question] as const] : []))),
  }
  factsByQuestions.set(questions, facts)
  return facts
}

/** Returns the fault of one answer to a question that is asked; undefined if there is none. */
export function checkAnswer(question: Question, value: string, check: AnswerCheck): AnswerIssue | undefined {
  const fault = faultOf(question, value.trim(), check)
  if (!fault) return undefined
  const own = fault === 'required' || fault === 'choice' ? undefined : question.validation?.message
  return { ...issueOf(question.identifier, fault), ...(own && { message: own }) }
}

function issueOf(identifier: string, fault: AnswerFault): AnswerIssue {
  return { identifier, fault, message: faultMessages[fault] }
}

/** The question for the date of birth has this identifier in every questionnaire (shared/spec/product.md#privacy-times). */
export const birthDateQuestion = 'dateOfBirth'

/**
 * Returns whether a parent must consent for the person with these answers (from `knownAnswers`): under 18 by their date of birth
 * (shared/spec/product.md#privacy-times). `today` is the day in the workshop's time zone.
 */
export function needsParentConsent(answers: ReadonlyMap<string, string>, today: string): boolean {
  const born = answers.get(birthDateQuestion)
  return born !== undefined && /^\d{4}-/.test(born) && fullYears(born, today) < limits.adultAge
}

type FormCheck = (value: string, options: readonly { readonly value: string }[] | undefined) => AnswerFault | undefined

const formChecks: Readonly<Record<AnswerKind, FormCheck>> = {
  choice: (value, options) => (options?.some((option) => option.value === value) ? undefined : 'choice'),
  choices(value, options) {
    const chosen = value.split(' ')
    const offered = new Set(options?.map((option) => option.value))
    return new Set(chosen).size === chosen.length && chosen.every((one) => offered.has(one)) ? undefined : 'choice'
  },
  text: () => undefined,
  number: (value) => (/^-?\d{1,15}(\.\d{1,10})?$/.test(value) ? undefined : 'number'),
  date: (value) => (isCalendarDay(value) ? undefined : 'date'),
  time: (value) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? undefined : 'time'),
  acknowledgement: (value) => (value === acknowledged ? undefined : 'choice'),
  calculated: () => 'unknown',
  none: () => 'unknown',
}

/** Returns whether a value has the form of an answer to this type of question with these choices, whatever its limits. */
export function hasAnswerForm(type: QuestionType, value: string, options?: readonly { readonly value: string }[]): boolean {
  return formChecks[questionTypeFacts[type].answer](value, options) === undefined
}

type LimitCheck = (value: string, question: Question, check: AnswerCheck) => AnswerFault | undefined

const limitChecks: Readonly<Partial<Record<AnswerKind, LimitCheck>>> = {
  text: (value, { validation = {} }, { fitsPattern }) => textFault(value, validation, fitsPattern),
  number: (value, { validation = {} }) => numberFault(value, validation),
  date: (value, { identifier, validation = {} }, { today }) =>
    dateFault(value, validation, today) ??
    (identifier === birthDateQuestion && fullYears(value, today) < limits.ageMin ? 'too_young' : undefined),
}

function faultOf(question: Question, value: string, check: AnswerCheck): AnswerFault | undefined {
  if (value === '') return question.required ? 'required' : undefined
  if (value.length > limits.cellMax) return 'too_long'
  const kind = questionTypeFacts[question.questionType].answer
  return formChecks[kind](value, question.options) ?? limitChecks[kind]?.(value, question, check)
}

function numberFault(value: string, allowed: AnswerLimits): AnswerFault | undefined {
  const number = Number(value)
  if (allowed.integer && !Number.isInteger(number)) return 'whole_number'
  const { min = -Infinity, max = Infinity, above = -Infinity, below = Infinity } = allowed
  return number >= min && number <= max && number > above && number < below ? undefined : 'number_range'
}

const hundredYearsAhead = 'today+36525'

/**
 * Returns the limits of a date. A side for which the question sets none has one too, because the years of other calendars are centuries
 * away, which rules would take for a date long ago or far ahead.
 */
export function dateLimits(allowed: AnswerLimits): Pick<AnswerLimits, 'earliest' | 'latest' | 'after' | 'before'> {
  return {
    ...(allowed.after === undefined && { earliest: earliestDay }),
    ...(allowed.before === undefined && { latest: hundredYearsAhead }),
    ...allowed,
  }
}

function dateFault(value: string, allowed: AnswerLimits, today: string): AnswerFault | undefined {
  const day = (limit: string | undefined) => limit && limitDay(limit, today)
  const { earliest, latest, after, before } = dateLimits(allowed)
  const possible =
    value >= (day(earliest) ?? '') &&
    value <= (day(latest) ?? '9999-12-31') &&
    value > (day(after) ?? '') &&
    value < (day(before) ?? '9999-12-32')
  return possible ? undefined : 'date_range'
}

const phonePattern = new RegExp(`^\\+\\d{1,${limits.phoneDigitsMax}}$`)

function isEmail(value: string): boolean {
  return value.length <= limits.emailMax && value.indexOf('@') <= limits.emailLocalMax && regexes.email.test(value)
}

const zipPattern = /^\d{5}(-\d{4})?$/

/** Returns whether a text has this format (shared/spec/product.md#answers). */
export function fitsFormat(format: NonNullable<AnswerLimits['format']>, text: string): boolean {
  if (format === 'email') return isEmail(text)
  return (format === 'phone' ? phonePattern : zipPattern).test(text)
}

function textFault(value: string, allowed: AnswerLimits, fitsPattern: FitsPattern): AnswerFault | undefined {
  if (allowed.format && !fitsFormat(allowed.format, value)) return allowed.format
  if (value.length > (allowed.maxLength ?? limits.inputAnswerMax)) return 'too_long'
  if (value.length < (allowed.minLength ?? 0)) return 'pattern'
  if (allowed.pattern !== undefined && !fitsPattern(allowed.pattern, value)) return 'pattern'
  return undefined
}
