import { memoizeAsync } from '../../memoize-async.ts'

const maxPasswords = 10_000

/** Returns the 10,000 most common passwords, in lower case. Loaded on first use, because the list is 400 kB. */
export const commonPasswords: () => Promise<ReadonlySet<string>> = memoizeAsync(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, maxPasswords).map((password) => String(password).toLowerCase()))
})
