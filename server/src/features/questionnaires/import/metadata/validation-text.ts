import type { Validation } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { limits } from '@portico/shared/words/limits'
import { type QuestionType, questionTypeFacts, questionTypes } from '@portico/shared/words/question-types'

const { M13 } = importProblems
const ruleByWord = {
  phone: 'phone',
  email: 'email',
  zip: 'zip',
  past_date: 'pastDate',
  future_date: 'futureDate',
} as const
const allowedTypes: Readonly<Record<Validation['rule'], readonly QuestionType[]>> = {
  phone: ['phoneNumber', 'input'],
  email: ['email', 'input'],
  zip: ['zip', 'input'],
  pastDate: ['date'],
  futureDate: ['date'],
  integer: ['numeric'],
  decimal: ['numeric'],
  maxLength: questionTypes.filter((type) => questionTypeFacts[type].answer === 'text'),
}

/**
 * Parses a `validation` cell for a question of this type (shared/spec/questionnaire-files.md#validation-rules); returns a message if it is
 * invalid (M13).
 */
export function parseValidation(text: string, type: QuestionType): Validation | string {
  const validation = parseAnyType(text)
  if (typeof validation === 'string') return validation
  return allowedTypes[validation.rule].includes(type) ? validation : M13.fit(formatValidation(validation).replace(/:.*$/s, ''), type)
}

/** Formats a validation for a metadata file; `parseValidation` parses it back. */
export function formatValidation(validation: Validation): string {
  switch (validation.rule) {
    case 'integer':
    case 'decimal':
      return `${validation.rule}: ${validation.min}..${validation.max}`
    case 'maxLength':
      return `max_length: ${validation.max}`
    case 'pastDate':
      return 'past_date'
    case 'futureDate':
      return 'future_date'
    default:
      return validation.rule
  }
}

function parseAnyType(text: string): Validation | string {
  const lower = text.toLowerCase()
  const word = lower.replaceAll(' ', '_')
  if (isWord(word)) return { rule: ruleByWord[word] }
  const [, length] = /^max[_ ]length\s*:\s*(\d{1,9})$/.exec(lower) ?? []
  if (length !== undefined) {
    const max = Number(length)
    return max >= 1 && max <= limits.inputAnswerMax ? { rule: 'maxLength', max } : M13.length(limits.inputAnswerMax)
  }
  return parseRange(text, lower)
}

function parseRange(text: string, lower: string): Validation | string {
  const number = '(-?\\d{1,15}(?:\\.\\d{1,10})?)'
  const [, rule, from = '', to = ''] = new RegExp(`^(integer|decimal)\\s*:\\s*${number}\\s*\\.\\.\\s*${number}$`).exec(lower) ?? []
  if (rule !== 'integer' && rule !== 'decimal') return M13.unknown(text)
  const [min, max] = [Number(from), Number(to)]
  if (rule === 'integer' && !(Number.isInteger(min) && Number.isInteger(max))) return M13.unknown(text)
  return min <= max ? { rule, min, max } : M13.range(text)
}

function isWord(word: string): word is keyof typeof ruleByWord {
  return Object.hasOwn(ruleByWord, word)
}
