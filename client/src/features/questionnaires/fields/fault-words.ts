import { limitDay } from '@portico/shared/rules/days'
import type { Question } from '@portico/shared/contract/questionnaires'
import { dateLimits, type AnswerFault } from '@portico/shared/rules/answers'
import { limits } from '@portico/shared/words/limits'
import { localDate } from '../../../words/local-date.tsx'
import type { Words } from '../../../words/language.ts'
import type { WordKey } from '../../../words/translate.ts'

const sentences: Readonly<Record<AnswerFault, WordKey>> = {
  unknown: 'faults.unknown',
  required: 'faults.required',
  phone: 'faults.phone',
  email: 'faults.email',
  zip: 'faults.zip',
  choice: 'faults.choice',
  date: 'faults.date',
  date_range: 'faults.date_range',
  too_young: 'privacy.short.ageRule',
  time: 'faults.time',
  number: 'faults.number',
  whole_number: 'faults.whole_number',
  number_range: 'faults.number_range',
  too_long: 'faults.too_long',
  pattern: 'faults.pattern',
}

/** Returns whether a code, such as one in a 422 response, is an answer fault. */
export function isAnswerFault(code: unknown): code is AnswerFault {
  return typeof code === 'string' && Object.hasOwn(sentences, code)
}

/**
 * Returns what to do about a fault in the user's language, or the questionnaire's own message if it has one
 * (shared/spec/product.md#answers).
 */
export function faultText(fault: AnswerFault, question: Question, value: string, { t, language }: Words): string {
  const validation = question.validation ?? {}
  const own = fault === 'required' || fault === 'choice' ? undefined : validation.message
  if (own) return own
  if (fault === 'too_long') return t('faults.too_long', { max: validation.maxLength ?? limits.inputAnswerMax })
  if (fault === 'number_range' && validation.min !== undefined && validation.max !== undefined)
    return t('faults.number_between', { min: validation.min, max: validation.max })
  if (fault === 'date_range') return dateText(validation, value, { t, language })
  return t(sentences[fault])
}

function dateText(validation: NonNullable<Question['validation']>, value: string, { t, language }: Words): string {
  const { earliest, latest } = dateLimits(validation)
  const day = (limit: string) => limitDay(limit, todayHere())
  if (latest && value > day(latest)) return t('faults.date_late', { day: localDate(day(latest), language) })
  if (earliest && value < day(earliest)) return t('faults.date_early', { day: localDate(day(earliest), language) })
  return t('faults.date_range')
}

/** Returns today's date on this device, YYYY-MM-DD; the server checks again with the workshop's date. */
export function todayHere(now: Date = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
