import { nameWords } from './names.ts'

/** The ways in which a query can find a respondent; impossible ones are omitted. */
export interface SearchTerms {
  /** The beginning of an anonymousId, with its hyphens. */
  readonly idPrefix?: string
  /** A complete e-mail address, as typed. */
  readonly email?: string
  /** Digits of a telephone number, or of a part of one. */
  readonly phoneDigits?: string
  /** Parts of words of a name. */
  readonly nameWords: readonly string[]
}

// The characters of an anonymousId, without ambiguous ones.
const idCharacters = /^[2-9A-HJKMNP-TV-Z]{1,13}$/
const phoneCharacters = /^[+\d\s().\-/]+$/
const phoneDigitsMin = 3

/** Derives from the form of a query what it may be; each kind is looked up in its own index (shared/spec/contract.md#search). */
export function searchTerms(query: string): SearchTerms {
  const text = query.trim()
  if (text.includes('@')) return { email: text, nameWords: [] }
  const id = text.toUpperCase().replaceAll(/[\s-]/g, '')
  const digits = text.replaceAll(/\D/g, '')
  return {
    ...(idCharacters.test(id) && { idPrefix: withHyphens(id) }),
    ...(phoneCharacters.test(text) && digits.length >= phoneDigitsMin && { phoneDigits: digits }),
    nameWords: nameWords(text),
  }
}

function withHyphens(id: string): string {
  return [id.slice(0, 4), id.slice(4, 8), id.slice(8)].filter(Boolean).join('-')
}
