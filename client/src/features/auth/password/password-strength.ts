import { passwordFault } from '@portico/shared/rules/passwords'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** How hard a password is to guess, from 0 to 4, and what to do about it. */
export interface PasswordStrength {
  readonly score: number
  readonly advice: string | undefined
}

const mostCommon = new Set(dictionary['passwords-common'].slice(0, 10_000).map((password) => password.toLowerCase()))
// More letters than that change nothing but the time it takes.
const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 64 })

/** Judges a new password: what the server would refuse, in its own words, or how it could be stronger. */
export function strengthOf(password: string, known: readonly string[]): PasswordStrength {
  const fault = passwordFault(password, { common: mostCommon, known: known.filter((text) => text.trim() !== '') })
  if (fault !== undefined) return { score: 0, advice: fault }
  const { score } = judge.check(password, [...known])
  return { score, advice: score < 3 ? 'Add a word or two: several uncommon words are strong, and easy to remember.' : undefined }
}
