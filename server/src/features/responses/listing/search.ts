import { sql } from 'kysely'
import { nameFits, nameIndex, nameWords } from '@portico/shared/rules/names'
import { emailForm, openContact, phoneForm, type Contact } from '../../../infra/person.ts'
import type { Vault } from '../../../infra/vault.ts'
import type { Work } from '../../../infra/work.ts'
import { inScope, type Scope } from '../scope.ts'

const cachedAtMost = 200_000
const atOnce = 2_000

interface Known {
  readonly contact: Contact
  readonly index: string
}

const caches = new WeakMap<Vault, Map<number, Known>>()

/** Opens contact data, through a bounded cache: a name never changes, and opening costs more than everything else of a list. */
export function contactOf(vault: Vault, row: Parameters<typeof openContact>[1] & { readonly id: number }): Contact {
  return knownOf(vault, row).contact
}

function knownOf(vault: Vault, row: Parameters<typeof openContact>[1] & { readonly id: number }): Known {
  const cache = cacheOf(vault)
  const found = row.wrappedKey && cache.get(row.id)
  if (found) return found
  const contact = openContact(vault, row)
  const known = { contact, index: nameIndex(contact.fullName) }
  if (cache.size >= cachedAtMost) for (const oldest of cache.keys()) if (cache.delete(oldest)) break
  cache.set(row.id, known)
  return known
}

function cacheOf(vault: Vault): Map<number, Known> {
  const cache = caches.get(vault) ?? new Map<number, Known>()
  caches.set(vault, cache)
  return cache
}

/**
 * The ids in scope that a query finds, newest first: an anonymousId by its beginning, e-mail and phone whole, a name by the
 * beginnings of its words. Only contact data that the caller may see is opened.
 */
export async function search(work: Work, scope: Scope, query: string): Promise<number[]> {
  const found = new Set(await searchColumns(work, scope, query))
  const wanted = nameWords(query)
  if (wanted.length > 0 && mayBeName(query, found.size)) for (const id of await searchNames(work, scope, wanted)) found.add(id)
  return [...found].sort((one, other) => other - one)
}

// An address is no name, and neither is a number that has been found: names are opened only where there may be one.
function mayBeName(query: string, found: number): boolean {
  return !query.includes('@') && (found === 0 || /\p{Letter}/u.test(query))
}

async function searchColumns(work: Work, scope: Scope, query: string): Promise<number[]> {
  const { vault } = work.deps
  const beginning = query.trim().toUpperCase()
  const digits = phoneForm(query)
  const rows = await work.db
    .selectFrom('respondent')
    .select('id')
    .where(inScope(scope))
    .where((where) =>
      where.or([
        where('anonymousId', 'like', `${beginning.replaceAll(/[\\%_]/g, '\\$&')}%`),
        where('emailHash', '=', vault.lookupHash('email', emailForm(query))),
        ...(digits.length >= 5
          ? [where('phoneHash', 'in', [vault.lookupHash('phone', digits), vault.lookupHash('phone', `1${digits}`)])]
          : []),
      ]),
    )
    .execute()
  return rows.map((row) => row.id)
}

async function searchNames(work: Work, scope: Scope, wanted: readonly string[]): Promise<number[]> {
  const { vault } = work.deps
  const cache = cacheOf(vault)
  const found: number[] = []
  const missing: number[] = []
  for (const id of await idsIn(work, scope)) {
    const known = cache.get(id)
    if (!known) missing.push(id)
    else if (nameFits(known.index, wanted)) found.push(id)
  }
  for (let start = 0; start < missing.length; start += atOnce) {
    const batch = missing.slice(start, start + atOnce)
    const rows = await work.db
      .selectFrom('respondent')
      .select(['id', 'anonymousId', 'keyId', 'wrappedKey', 'sealedContact'])
      .where('id', '=', sql<number>`any(${sql.val(batch)}::bigint[])`)
      .execute()
    for (const row of rows) if (nameFits(knownOf(vault, row).index, wanted)) found.push(row.id)
    await new Promise(setImmediate)
  }
  return found
}

// As one text: thousands of rows with one number each would cost more than the search.
async function idsIn(work: Work, scope: Scope): Promise<number[]> {
  const { ids } = await work.db
    .selectFrom('respondent')
    .select(sql<string | null>`string_agg(respondent.id::text, ',')`.as('ids'))
    .where(inScope(scope))
    .where('wrappedKey', 'is not', null)
    .executeTakeFirstOrThrow()
  return ids === null ? [] : ids.split(',').map(Number)
}
