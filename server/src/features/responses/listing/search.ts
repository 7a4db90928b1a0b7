import { nameMatches } from '@portico/shared/rules/names'
import { searchTerms, type SearchTerms } from '@portico/shared/rules/search-terms'
import { emailForm, mailboxForm } from '../../../infra/security/sealed-respondent.ts'
import type { Encryption } from '../../../infra/security/encryption.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { inScope, type Scope } from '../scope.ts'
import { cachedContactsIn } from './contact-cache.ts'

const batchSize = 500
// Two groups of four with their hyphen: too long to be a name by chance.
const distinctiveIdLength = 9
const wholePhoneDigits = 10

/** A respondent found by a search. */
export interface Found {
  readonly id: number
  readonly anonymousId: string
}

/**
 * Returns those in scope who match a query, newest first: an anonymousId by its prefix, an e-mail as a whole, digits of a phone number,
 * parts of the words of a name. Only decrypts contact data that the caller may see.
 */
export async function search(ctx: RequestContext, scope: Scope, query: string): Promise<Found[]> {
  const terms = searchTerms(query)
  const byColumns = await searchColumns(ctx, scope, terms)
  const byContact = couldMatchMore(query, terms, byColumns) ? await searchContacts(ctx, scope, terms) : []
  const found = new Map([...byColumns, ...byContact].map((one) => [one.id, one]))
  return [...found.values()].sort((one, other) => other.id - one.id)
}

// A whole number that was found is neither part of another nor a name, and the same holds for a long prefix of an anonymousId. Contact data
// is decrypted only if it could add matches.
function couldMatchMore(query: string, { idPrefix = '' }: SearchTerms, found: readonly Found[]): boolean {
  if (found.length === 0) return true
  if (idPrefix.length >= distinctiveIdLength && found.some(({ anonymousId }) => anonymousId.startsWith(idPrefix))) return false
  return /\p{Letter}/u.test(query) || query.replaceAll(/\D/g, '').length < wholePhoneDigits
}

// One query per kind of term: each uses an index, which conditions joined by `or` would not.
async function searchColumns(ctx: RequestContext, scope: Scope, { idPrefix, email, phoneDigits }: SearchTerms): Promise<Found[]> {
  const { encryption } = ctx.services
  const scoped = () => ctx.db.selectFrom('respondent').select(['id', 'anonymousId']).where(inScope(scope))
  const queries = [
    ...(idPrefix ? [scoped().where('anonymousId', 'like', `${idPrefix}%`)] : []),
    ...(email ? [scoped().where('emailHash', 'in', emailHashes(encryption, email))] : []),
    ...(phoneDigits ? [scoped().where('phoneHash', 'in', phoneHashes(encryption, phoneDigits))] : []),
  ]
  return (await Promise.all(queries.map((query) => query.execute()))).flat()
}

// Older responses were indexed by the address as written, before labels were removed from mailboxes.
function emailHashes(encryption: Encryption, email: string): Buffer[] {
  return [mailboxForm(email), emailForm(email)].map((form) => encryption.lookupHash('email', form))
}

// US numbers are often typed without their country code.
function phoneHashes(encryption: Encryption, digits: string): Buffer[] {
  return [digits, `1${digits}`].map((whole) => encryption.lookupHash('phone', whole))
}

/** Returns the ids of those in scope whose name, as indexed by `nameIndex`, is one that is looked for. */
export async function idsByName(ctx: RequestContext, scope: Scope, isWanted: (index: string) => boolean): Promise<number[]> {
  const people = await cachedContactsIn(ctx, scope)
  const found: number[] = []
  for (const [place, { id, index }] of people.entries()) {
    if (isWanted(index)) found.push(id)
    if (place % batchSize === batchSize - 1) await new Promise(setImmediate)
  }
  return found
}

async function searchContacts(ctx: RequestContext, scope: Scope, { nameWords: wanted, phoneDigits }: SearchTerms): Promise<Found[]> {
  if (wanted.length === 0) return []
  const people = await cachedContactsIn(ctx, scope)
  const found = people.filter(
    ({ index, contact }) => nameMatches(index, wanted) || (phoneDigits !== undefined && contact.phoneNumber?.includes(phoneDigits)),
  )
  return found.map(({ id, anonymousId }) => ({ id, anonymousId }))
}
