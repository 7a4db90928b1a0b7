import { passwordFault } from '@portico/shared/rules/passwords'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** How hard a password is to guess, from 0 to 4, and how to improve it. */
export interface PasswordStrength {
  readonly score: number
  readonly advice: string | undefined
}

const mostCommon = new Set(dictionary['passwords-common'].slice(0, 10_000).map((password) => password.toLowerCase()))
// More characters do not change the score, they only take longer.
const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 64 })

/** Rates a new password. The advice is the server's message if it would refuse the password, else how to make it stronger. */
export function strengthOf(password: string, known: readonly string[]): PasswordStrength {
  const fault = passwordFault(password, { common: mostCommon, known: known.filter((text) => text.trim() !== '') })
  if (fault !== undefined) return { score: 0, advice: fault }
  const { score } = judge.check(password, [...known])
  return { score, advice: score < 3 ? 'Add a word or two: several uncommon words are strong, and easy to remember.' : undefined }
}
