/** The password of the seed accounts. It is in the documentation, so it is forbidden everywhere else. */
export const seedPassword = 'portico-seed'

// Words that anybody tries first at this portal, although they are not among the most common.
const obvious: ReadonlySet<string> = new Set(['administrator', 'portico', 'citizenship', 'volunteer', 'translator'])

/** What a password is checked against. */
export interface PasswordFacts {
  /** Common passwords that attackers try first, in lower case. */
  readonly common: ReadonlySet<string>
  /** The person's name and e-mail address. */
  readonly known: readonly string[]
}

const sequences = ['abcdefghijklmnopqrstuvwxyz', '0123456789', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv5tgb']

/**
 * Returns the fault of a new password, as a sentence; undefined if there is none (shared/spec/contract.md#passwords). Case, full-width
 * forms, invisible characters, punctuation, digits at the end and the usual substitutions of letters (`P@ssw0rd!`) are ignored, because
 * attackers try such variants along with the plain word.
 */
export function passwordFault(password: string, { common, known }: PasswordFacts): string | undefined {
  const text = plain(password)
  const forms = variantsOf(text)
  if (text === '') return 'Choose a password that is not only spaces.'
  if (known.some((fact) => namesIn(fact).some((name) => areSimilar(forms, variantsOf(name)))))
    return 'Choose a password that is not your name or your email address.'
  if (areSimilar(forms, variantsOf(seedPassword))) return 'Choose another password: everybody knows this one.'
  if (isRepeated(text, common)) return 'Choose a password that does not repeat the same few characters.'
  if (isSequence(text)) return 'Choose a password that is not a row of the alphabet or the keyboard.'
  if (areSimilar(forms, common) || areSimilar(forms, obvious))
    return 'Choose a password that is harder to guess: this one is among the most common.'
  return undefined
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
}

// The text itself, and what is left of it without punctuation, digits at the end and substitutions.
function variantsOf(text: string): ReadonlySet<string> {
  const bare = [text, text.replaceAll('@', 'a').replaceAll('$', 's')].map(withoutPunctuation)
  const stems = bare.map((word) => word.replace(/\p{Number}+$/u, ''))
  const words = [...bare, ...stems].flatMap((word) => {
    const undone = word.replaceAll('0', 'o').replaceAll('3', 'e')
    return [word, undone.replaceAll('1', 'l'), undone.replaceAll('1', 'i')]
  })
  return new Set([text, ...words].filter((word) => word !== ''))
}

function areSimilar(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((form) => others.has(form))
}

function withoutPunctuation(text: string): string {
  return text.replaceAll(/[^\p{Letter}\p{Mark}\p{Number}]/gu, '')
}

// The local part of an e-mail address counts as a name too.
function namesIn(fact: string): string[] {
  const text = plain(fact)
  return [text, text.split('@')[0] ?? '']
}

// `aaaaaaaa`, `abcabcab`, `passwordpassword`.
function isRepeated(text: string, common: ReadonlySet<string>): boolean {
  return Array.from({ length: Math.floor(text.length / 2) }, (_, place) => text.slice(0, place + 1)).some(
    (part) => (part.length <= 4 || common.has(part)) && part.repeat(Math.ceil(text.length / part.length)).startsWith(text),
  )
}

// A run along one row, forwards or backwards, possibly wrapping around.
function isSequence(text: string): boolean {
  return sequences.some((row) =>
    [row, [...row].toReversed().join('')].some((way) => way.repeat(Math.ceil(text.length / way.length) + 1).includes(text)),
  )
}
