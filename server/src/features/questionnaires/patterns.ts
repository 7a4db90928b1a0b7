import type { Question } from '@portico/shared/contract/questionnaires'
import { linearPatterns, type FitsPattern } from '@portico/shared/rules/patterns'
import { RE2JS, RE2Set } from 're2js'

/** The patterns of questionnaires, run by an engine that never backtracks: an answer comes from anybody, and its check blocks the server. */
export const patterns = linearPatterns({ RE2JS, RE2Set })

const charactersAtOnce = 200

/**
 * Runs the patterns that these answers have to fit, and gives what they said. All those of one questionnaire may take half a second of the
 * processor together: after some characters everyone else has a turn.
 */
export async function runPatterns(questions: readonly Question[], answers: Readonly<Record<string, string>>): Promise<FitsPattern> {
  const values = new Map(Object.entries(answers))
  const outcomes = new Map<string, boolean>()
  let characters = 0
  for (const { identifier, validation } of questions) {
    const value = values.get(identifier)?.trim() ?? ''
    if (validation?.pattern === undefined || value === '') continue
    if (characters > charactersAtOnce) {
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
