import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { isStorable, text } from './fields.ts'

const answersMax = 2 * limits.questionsMax

// The number of answers is checked first, because a body full of invalid answers would otherwise produce an issue for each.
function isShort(answers: unknown): boolean {
  return typeof answers !== 'object' || answers === null || Object.keys(answers).length <= answersMax
}

const records = z.record(text(200), text(limits.cellMax))

// Equivalent to `records`, but without running a schema for each text; `records` is only needed to report what is wrong.
function areTexts(answers: unknown): boolean {
  return (
    typeof answers === 'object' &&
    answers !== null &&
    !Array.isArray(answers) &&
    Object.entries(answers).every(
      ([identifier, value]: [string, unknown]) => isText(identifier, 200) && typeof value === 'string' && isText(value, limits.cellMax),
    )
  )
}

function isText(value: string, max: number): boolean {
  return value.length <= max && isStorable(value)
}

/** A map from question identifier to answer, before validation against the questionnaire. */
export const answerTexts = z.custom<Record<string, string>>(isShort, 'Too many answers').superRefine((given, ctx) => {
  if (areTexts(given)) return
  // Zod ignores `__proto__`.
  const issues = records.safeParse(given).error?.issues ?? [{ code: 'custom', path: ['__proto__'], message: 'Must be text.' }]
  for (const issue of issues) ctx.addIssue({ ...issue })
})
