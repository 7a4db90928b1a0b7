import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { isStorable, text } from './fields.ts'

const answersMax = 2 * limits.questionsMax

// Counted before anything is looked at: a body full of wrong answers would otherwise be told of each of them.
function isShort(answers: unknown): boolean {
  return typeof answers !== 'object' || answers === null || Object.keys(answers).length <= answersMax
}

const records = z.record(text(200), text(limits.cellMax))

// What `records` says, without a schema run for each text: that one only has to tell what is wrong.
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

/** Question identifier → answer, as they come. */
export const answerTexts = z.custom<Record<string, string>>(isShort, 'Too many answers').superRefine((given, ctx) => {
  if (areTexts(given)) return
  // Zod passes over `__proto__`.
  const issues = records.safeParse(given).error?.issues ?? [{ code: 'custom', path: ['__proto__'], message: 'Must be text.' }]
  for (const issue of issues) ctx.addIssue({ ...issue })
})
