import type { AnswerLimits, Question } from '../contract/questionnaires.ts'
import type { AnswerTest, CalculationStep } from '../contract/conditions.ts'
import type { Condition } from './conditions.ts'
import { dayAfter, daysFromToday, earliestDay } from './days.ts'
import { limits } from '../words/limits.ts'
import { type QuestionType, questionTypeFacts } from '../words/question-types.ts'

/** Language code → text. The questionnaire's default language is always present. */
export type Localized = Readonly<Record<string, string>>

/**
 * When an answer is red (shared/spec/questionnaire-files.md#red-flag-rules). Years are full years (age) or years of 365.25 days (years
 * since).
 */
export type RedRule =
  | { readonly op: 'in' | 'notIn'; readonly values: readonly string[] }
  | { readonly op: 'greaterThan' | 'lessThan'; readonly value: number }
  | { readonly op: 'ageUnder' | 'ageOver' | 'yearsSinceUnder' | 'yearsSinceOver'; readonly years: number }
  | { readonly op: 'answered' }
  | { readonly op: 'when'; readonly condition: Condition }

/** The `validation` of a metadata record (shared/spec/questionnaire-files.md#validation-rules). */
export type Validation =
  | { readonly rule: 'phone' | 'email' | 'zip' | 'pastDate' | 'futureDate' }
  | { readonly rule: 'integer' | 'decimal'; readonly min: number; readonly max: number }
  | { readonly rule: 'maxLength'; readonly max: number }

/** A bound of an answer: a number, a day YYYY-MM-DD, or a day counted from today (`today`, `today-365`). */
export interface Bound {
  readonly op: '>=' | '<=' | '>' | '<'
  readonly value: number | string
}

/** The `constraint` of a question file (Q16): one or two bounds for the answer or its length, or a pattern for the whole answer. */
export type Constraint =
  | { readonly kind: 'range' | 'length'; readonly bounds: readonly Bound[] }
  | { readonly kind: 'pattern'; readonly pattern: string }

export const contactRoles = ['fullName', 'email', 'phone'] as const
export type ContactRole = (typeof contactRoles)[number]

/** One question of a stored questionnaire version, in all its languages, including what only the server may know. */
export interface QuestionDefinition {
  readonly identifier: string
  readonly questionNumber: string
  readonly type: QuestionType
  readonly required: boolean
  readonly text: Localized
  readonly section?: Localized
  readonly hint?: Localized
  readonly multiline?: boolean
  /** For a numeric question: whether only whole numbers are allowed. */
  readonly integer?: boolean
  readonly options?: readonly { readonly value: string; readonly label: Localized; readonly offeredFor?: string }[]
  /** The earlier question whose answer determines which choices are offered: those with this `offeredFor`. */
  readonly optionsBy?: string
  readonly followUp?: { readonly identifier: string; readonly showWhen: readonly string[] }
  /** For a follow-up: the identifier of the question that asks it. */
  readonly followUpOf?: string
  /** When the question is asked: all tests of one of these lists pass. A follow-up has none; that of its parent counts. */
  readonly askedWhen?: readonly (readonly AnswerTest[])[]
  /** For a calculation: the steps that derive it from earlier answers. */
  readonly calculation?: readonly CalculationStep[]
  /** The initial value of the field: a stored answer, or `today` for the day it is asked. */
  readonly defaultAnswer?: string
  readonly videoUrl?: Localized
  readonly validation?: Validation
  readonly constraint?: Constraint
  readonly constraintMessage?: Localized
  readonly redWhen?: RedRule
  readonly redReason?: string
  /** What the reviewer of a red answer should find out. */
  readonly redGuidance?: string
  /** The author's name for this revision of the rule, such as 2026-11. */
  readonly redVersion?: string
  readonly contactRole?: ContactRole
}

/** A questionnaire version as produced by an import and stored in the database. */
export interface QuestionnaireDefinition {
  readonly languages: readonly string[]
  readonly defaultLanguage: string
  /** Language code → its name in the uploaded file, for writing the file again. */
  readonly languageNames: Readonly<Record<string, string>>
  /** The title shown to people; defaults to the name. */
  readonly title?: Localized
  readonly questions: readonly QuestionDefinition[]
}

/** Returns the text in this language, or in the questionnaire's default language if it is empty. */
export function inLanguage(text: Localized, language: string, fallback: string): string {
  return text[language] || text[fallback] || ''
}

/** Returns the title of the questionnaire in this language; undefined if its files define none. */
export function titleIn({ title, defaultLanguage }: QuestionnaireDefinition, language: string): string | undefined {
  return title && inLanguage(title, language, defaultLanguage)
}

type Asked = Pick<QuestionDefinition, 'identifier' | 'askedWhen' | 'followUpOf'>
const always: Condition = [[]]

/** Returns when a question is asked: its own condition, or for a follow-up the answers to its parent, which `find` returns by identifier. */
export function askingCondition(
  { identifier, askedWhen = always, followUpOf }: Asked,
  find: (identifier: string) => Pick<QuestionDefinition, 'followUp'> | undefined,
): Condition {
  if (followUpOf === undefined) return askedWhen
  const { followUp } = find(followUpOf) ?? {}
  const values = followUp?.identifier === identifier ? followUp.showWhen : []
  return values.map((value) => [{ identifier: followUpOf, op: '=', value }])
}

type Limited = Pick<QuestionDefinition, 'type' | 'integer' | 'validation' | 'constraint'> & { readonly identifier?: string }

/** Returns all restrictions on an answer besides its type: type, validation and constraint all apply, so the stricter limit counts. */
export function limitsOf(question: Limited): AnswerLimits {
  const all = [limitsOfType(question), limitsOfValidation(question.validation), ...limitsOfConstraint(question.constraint)]
  return all.reduce(stricter, {})
}

function stricter(one: AnswerLimits, other: AnswerLimits): AnswerLimits {
  const both: AnswerLimits = { ...one, ...other }
  for (const key of ['min', 'above', 'minLength'] as const) {
    const [here, there] = [one[key], other[key]]
    if (here !== undefined && there !== undefined) both[key] = Math.max(here, there)
  }
  for (const key of ['max', 'below', 'maxLength'] as const) {
    const [here, there] = [one[key], other[key]]
    if (here !== undefined && there !== undefined) both[key] = Math.min(here, there)
  }
  for (const [key, alternative, sign] of dayLimits) mergeDays(both, [one[key], other[key]], { key, alternative, sign })
  return both
}

const dayLimits = [
  ['earliest', 'after', 1],
  ['latest', 'before', -1],
] as const

interface DayLimit {
  readonly key: 'earliest' | 'latest'
  readonly alternative: 'after' | 'before'
  readonly sign: 1 | -1
}

// Whether a calendar date or a day counted from today is stricter depends on the day of the answer, so both are kept.
function mergeDays(both: AnswerLimits, [here, there]: readonly (string | undefined)[], { key, alternative, sign }: DayLimit): void {
  if (here === undefined || there === undefined) return
  const [mine, theirs] = [daysFromToday(here), daysFromToday(there)]
  const [one, other] = [mine ?? Date.parse(here), theirs ?? Date.parse(there)]
  if ((mine === undefined) === (theirs === undefined)) both[key] = one * sign > other * sign ? here : there
  else {
    both[key] = mine === undefined ? there : here
    both[alternative] ??= dayAfter(mine === undefined ? here : there, -sign)
  }
}

function limitsOfType({ type, identifier, integer }: Limited): AnswerLimits {
  const { answer, format } = questionTypeFacts[type]
  if (format) return { format }
  if (type === 'input' && identifier === 'email') return { format: 'email' }
  if (answer === 'text') return { maxLength: limits.inputAnswerMax }
  return answer === 'number' && integer ? { integer } : {}
}

function limitsOfValidation(validation: Validation | undefined): AnswerLimits {
  switch (validation?.rule) {
    case undefined:
      return {}
    case 'phone':
    case 'email':
    case 'zip':
      return { format: validation.rule }
    case 'pastDate':
      return { earliest: earliestDay, latest: 'today' }
    case 'futureDate':
      return { earliest: 'today' }
    case 'integer':
      return { integer: true, min: validation.min, max: validation.max }
    case 'decimal':
      return { min: validation.min, max: validation.max }
    case 'maxLength':
      return { maxLength: validation.max }
  }
}

const numberKey = { '>=': 'min', '<=': 'max', '>': 'above', '<': 'below' } as const
const dayKey = { '>=': 'earliest', '<=': 'latest', '>': 'after', '<': 'before' } as const

function limitsOfConstraint(constraint: Constraint | undefined): AnswerLimits[] {
  if (constraint === undefined) return []
  if (constraint.kind === 'pattern') return [{ pattern: constraint.pattern }]
  if (constraint.kind === 'length') return constraint.bounds.map(lengthLimit)
  return constraint.bounds.map(({ op, value }) => (typeof value === 'string' ? { [dayKey[op]]: value } : { [numberKey[op]]: value }))
}

function lengthLimit({ op, value }: Bound): AnswerLimits {
  const length = Number(value)
  if (op === '>' || op === '>=') return { minLength: op === '>' ? Math.floor(length) + 1 : Math.ceil(length) }
  return { maxLength: op === '<' ? Math.ceil(length) - 1 : Math.floor(length) }
}

/**
 * Returns the questions as sent to clients in one language (shared/spec/contract.md#shared-shapes). `withReasons` adds the reasons for red
 * answers, with guidance and versions; the rules themselves never leave the server. A video question without a URL is omitted, because a
 * respondent would see an empty frame.
 */
export function questionsIn(definition: QuestionnaireDefinition, language: string, withReasons: boolean): Question[] {
  const say = (text: Localized) => inLanguage(text, language, definition.defaultLanguage)
  return definition.questions
    .filter((question) => question.type !== 'youtube' || (question.videoUrl && say(question.videoUrl)))
    .map((question) => {
      const limits = limitsOf(question)
      if (question.constraintMessage) limits.message = say(question.constraintMessage)
      return {
        identifier: question.identifier,
        questionNumber: question.questionNumber,
        questionText: say(question.text) || (question.type === 'calculate' ? question.identifier : ''),
        questionType: question.type,
        required: question.required,
        ...(question.section && { section: say(question.section) }),
        ...(question.hint && say(question.hint) && { hint: say(question.hint) }),
        ...(question.multiline && { multiline: true }),
        ...(question.options && { options: question.options.map(({ label, ...option }) => ({ ...option, label: say(label) })) }),
        ...(question.optionsBy !== undefined && { optionsBy: question.optionsBy }),
        ...(question.followUp && { followUp: { identifier: question.followUp.identifier, showWhen: [...question.followUp.showWhen] } }),
        ...(question.askedWhen && { askedWhen: question.askedWhen.map((tests) => [...tests]) }),
        ...(question.calculation && { calculation: [...question.calculation] }),
        ...(question.defaultAnswer !== undefined && { defaultAnswer: question.defaultAnswer }),
        ...(Object.keys(limits).length > 0 && { validation: limits }),
        ...(question.videoUrl && { videoUrl: say(question.videoUrl) }),
        ...(withReasons && question.redReason && { redFlagReason: question.redReason }),
        ...(withReasons && question.redGuidance && { redFlagGuidance: question.redGuidance }),
        ...(withReasons && question.redVersion && { redFlagVersion: question.redVersion }),
      }
    })
}
