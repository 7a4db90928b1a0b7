import type { Question } from '@portico/shared/contract/questionnaires'
import { linearPatterns, type FitsPattern } from '@portico/shared/rules/patterns'
import { RE2JS, RE2Set } from 're2js'

/**
 * Matches the patterns of questionnaires with an engine that never backtracks, because answers are untrusted and checking them blocks the
 * event loop.
 */
export const patterns = linearPatterns({ RE2JS, RE2Set })

const charactersPerTurn = 200

/**
 * Runs the patterns against these answers and returns a function with the results. All patterns of a questionnaire together may take half a
 * second of CPU time, so this yields to the event loop after a number of characters.
 */
export async function runPatterns(questions: readonly Question[], answers: Readonly<Record<string, string>>): Promise<FitsPattern> {
  const outcomes = new Map<string, boolean>()
  let characters = 0
  for (const { identifier, validation } of questions) {
    if (validation?.pattern === undefined || !Object.hasOwn(answers, identifier)) continue
    const value = answers[identifier]?.trim() ?? ''
    if (value === '') continue
    if (characters > charactersPerTurn) {
      await new Promise(setImmediate)
      characters = 0
    }
    characters += value.length
    outcomes.set(outcomeKey(validation.pattern, value), patterns.fits(validation.pattern, value))
  }
  return (pattern, value) => outcomes.get(outcomeKey(pattern, value)) ?? patterns.fits(pattern, value)
}

function outcomeKey(pattern: string, value: string): string {
  return JSON.stringify([pattern, value])
}
