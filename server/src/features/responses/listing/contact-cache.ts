import { sql } from 'kysely'
import { nameIndex } from '@portico/shared/rules/names'
import { openContact, readContact, type Contact } from '../../../infra/security/sealed-respondent.ts'
import { prepareContactThread, takeContactThread, type ContactThread } from '../../../infra/security/sealed/contact-thread.ts'
import { sealedContactBytes, sealedContactsIn } from '../../../infra/security/sealed/sealed-contacts.ts'
import type { Encryption } from '../../../infra/security/encryption.ts'
import { listen, type Listening } from '../../../infra/postgres/listen.ts'
import { sql as queryBuilder, type RequestContext, type Services, type SqlContext } from '../../../infra/request-context.ts'
import { idsInScope, type Scope } from '../scope.ts'

const maxCached = 200_000
const batchSize = 500
const readAhead = 2
// Below this, handing rows to a thread takes as long as decrypting them.
const minForWorker = 1_000
// Decrypted by one thread in less than a second, which is how long it takes to type a name.
const maxPrepared = 20_000

type DbContext = Pick<SqlContext, 'services' | 'db'>

/** Contact data as it was decrypted, with the name as `nameIndex` prepares it for a search. */
export interface CachedContact {
  readonly id: number
  readonly anonymousId: string
  /** The sealed data that `contact` was decrypted from; a correction replaces it. */
  readonly sealedContact: Uint8Array
  readonly contact: Contact
  readonly index: string
}

interface Cache {
  readonly byId: Map<number, CachedContact>
  /** The respondents of a scope, keyed by the scope itself, so that no list can be served to a caller who may see others. */
  readonly lists: Map<string, { readonly fingerprint: string; readonly people: readonly CachedContact[] }>
  /** The lists that are being decrypted before somebody searches them, keyed the same way. */
  readonly preparing: Map<string, Promise<unknown>>
}

const caches = new WeakMap<Encryption, Cache>()

/** Decrypts contact data through a bounded cache: names seldom change, and decryption costs more than the rest of a list. */
export function contactOf(encryption: Encryption, row: Parameters<typeof openContact>[1] & { readonly id: number }): Contact {
  return cachedContactOf(encryption, row).contact
}

function cachedContactOf(encryption: Encryption, row: Parameters<typeof openContact>[1] & { readonly id: number }): CachedContact {
  const found = row.wrappedKey && cacheOf(encryption).byId.get(row.id)
  if (found && Buffer.compare(found.sealedContact, row.sealedContact) === 0) return found
  return cacheContact(encryption, row, openContact(encryption, row))
}

function cacheContact(
  encryption: Encryption,
  row: Pick<CachedContact, 'id' | 'anonymousId' | 'sealedContact'>,
  contact: Contact,
): CachedContact {
  const { byId: cache } = cacheOf(encryption)
  const known = { id: row.id, anonymousId: row.anonymousId, sealedContact: row.sealedContact, contact, index: nameIndex(contact.fullName) }
  if (cache.size >= maxCached) for (const oldest of cache.keys()) if (cache.delete(oldest)) break
  cache.set(row.id, known)
  return known
}

const readingMs = 20_000

/** Drops the cached contact data of respondents who were deleted, stopped or corrected. */
export function forgetContacts(encryption: Encryption, ids: readonly number[]): void {
  const forget = () => {
    const { byId, lists } = cacheOf(encryption)
    for (const id of ids) byId.delete(id)
    lists.clear()
  }
  forget()
  // A concurrent request may have read the old row and cache it only after the first call.
  setTimeout(forget, readingMs).unref()
}

/**
 * Drops contact data that another server of the same database changes, as soon as that is committed (triggers of the table notify
 * `contact_changed`), and everything if a notification may have been missed.
 */
export function listenForContactChanges({ encryption, log }: Pick<Services, 'encryption' | 'log'>, databaseUrl: string): Listening {
  return listen(databaseUrl, 'contact_changed', log, {
    onMessage: (id) => forgetContacts(encryption, [Number(id)]),
    onGap: () => caches.delete(encryption),
  })
}

function cacheOf(encryption: Encryption): Cache {
  const found = caches.get(encryption)
  if (found) return found
  const cache: Cache = { byId: new Map(), lists: new Map(), preparing: new Map() }
  caches.set(encryption, cache)
  return cache
}

/**
 * Prepares for a search by name in a scope with this many people, without waiting for it: a thread is started, and decrypts those of a list
 * of up to 20,000. Only the first search of a scope needs it; later ones find them in the cache.
 */
export function prepareSearch({ services }: Pick<RequestContext, 'services'>, scope: Scope, people: number): void {
  if (people < minForWorker) return
  prepareContactThread()
  const { lists, preparing } = cacheOf(services.encryption)
  const key = JSON.stringify(scope)
  if (people > maxPrepared || lists.has(key) || preparing.has(key)) return
  const ctx = { services, db: queryBuilder(services.orm.em.fork()) }
  // A search that follows reports what prevents it.
  const prepared = cacheContactsIn(ctx, scope, { inWorkerOnly: true }).catch(() => {})
  preparing.set(
    key,
    prepared.finally(() => preparing.delete(key)),
  )
}

/** Returns the contact data of all who are in scope. */
// Cached with a fingerprint of their ids, which costs the database half as much to compute as returning the ids.
export async function cachedContactsIn(ctx: DbContext, scope: Scope): Promise<readonly CachedContact[]> {
  const { lists, preparing } = cacheOf(ctx.services.encryption)
  const key = JSON.stringify(scope)
  await preparing.get(key)
  const known = lists.get(key)
  if (known && (await readIds(ctx, scope, { fingerprintOnly: true })).fingerprint === known.fingerprint) return known.people
  return cacheContactsIn(ctx, scope)
}

async function cacheContactsIn(ctx: DbContext, scope: Scope, how?: Decrypting): Promise<readonly CachedContact[]> {
  const { lists } = cacheOf(ctx.services.encryption)
  const key = JSON.stringify(scope)
  const { fingerprint, ids } = await readIds(ctx, scope)
  const people: CachedContact[] = []
  await forEachContact(ctx, ids, (one) => people.push(one), how)
  lists.delete(key)
  lists.set(key, { fingerprint, people })
  let kept = lists.values().reduce((sum, list) => sum + list.people.length, 0)
  for (const [oldest, list] of lists) if (kept > maxCached && lists.delete(oldest)) kept -= list.people.length
  return people
}

/** Returns the contact data of these respondents by id, through the same cache. */
export async function contactsOf(ctx: RequestContext, ids: readonly number[]): Promise<Map<number, Contact>> {
  const contacts = new Map<number, Contact>()
  await forEachContact(ctx, ids, ({ id, contact }) => contacts.set(id, contact))
  return contacts
}

/** `inWorkerOnly`: leaves the main thread to other calls, if a worker is free. */
interface Decrypting {
  readonly inWorkerOnly: boolean
}

async function forEachContact(
  ctx: DbContext,
  ids: readonly number[],
  take: (known: CachedContact) => void,
  { inWorkerOnly }: Decrypting = { inWorkerOnly: false },
): Promise<void> {
  const { encryption } = ctx.services
  const { byId: cache } = cacheOf(encryption)
  const missing: number[] = []
  for (const id of ids) {
    const known = cache.get(id)
    if (known) take(known)
    else missing.push(id)
  }
  const batches = sealedBatches(ctx, missing)
  async function openOnMainThread(): Promise<void> {
    for (let reading = batches.next(); reading; reading = batches.next()) {
      for (const row of sealedContactsIn(await reading)) take(cachedContactOf(encryption, row))
      await new Promise(setImmediate)
    }
  }
  async function openInWorker(thread: ContactThread): Promise<void> {
    for (let reading = batches.next(); reading; reading = batches.next()) {
      const bytes = await reading
      const rows = [...sealedContactsIn(bytes)]
      const wrappers = new Map(rows.map(({ keyId }) => [keyId, encryption.wrapper(keyId)]))
      const texts = await thread.open(wrappers, bytes)
      for (const [place, row] of rows.entries()) take(cacheContact(encryption, row, readContact(texts[place] ?? null)))
    }
  }
  const thread = missing.length < minForWorker ? undefined : takeContactThread()
  try {
    // Main thread and worker take batches as they become free; the worker gets two at a time, so that it never waits for a transfer.
    const inWorker = thread ? [openInWorker(thread), openInWorker(thread)] : []
    await Promise.all(thread && inWorkerOnly ? inWorker : [openOnMainThread(), ...inWorker])
  } finally {
    batches.stop()
    thread?.release()
  }
}

// The database reads ahead while earlier batches are decrypted.
function sealedBatches(ctx: DbContext, ids: readonly number[]) {
  const readings: Promise<Buffer>[] = []
  let start = 0
  const read = () => {
    if (start >= ids.length) return
    const reading = selectSealedContacts(ctx, ids.slice(start, start + batchSize))
    start += batchSize
    // Avoids an unhandled rejection; the consumer still sees the error when it awaits this promise.
    reading.catch(() => {})
    readings.push(reading)
  }
  for (let ahead = 0; ahead < readAhead; ahead += 1) read()
  return {
    next(): Promise<Buffer> | undefined {
      read()
      return readings.shift()
    },
    stop() {
      start = ids.length
      readings.length = 0
    },
  }
}

// Concatenated into one value, because transferring separate rows takes a third as long as decrypting them.
async function selectSealedContacts(ctx: DbContext, ids: readonly number[]): Promise<Buffer> {
  const { rows } = await ctx.db
    .selectFrom('respondent')
    .select(sql<Buffer | null>`string_agg(${sql.raw(sealedContactBytes)}, '')`.as('rows'))
    .where('id', '=', sql<number>`any(${sql.val([...ids])}::bigint[])`)
    .executeTakeFirstOrThrow()
  return rows ?? Buffer.alloc(0)
}

/** Returns the ids of those in scope. */
export async function idsIn(ctx: RequestContext, scope: Scope): Promise<number[]> {
  return (await readIds(ctx, scope)).ids
}

// Concatenated into one value, because thousands of rows with one number each would cost more than the search. As doubles, which represent
// all ids exactly and decode ten times faster than 64-bit integers.
async function readIds(
  ctx: DbContext,
  scope: Scope,
  { fingerprintOnly = false } = {},
): Promise<{ readonly fingerprint: string; readonly ids: number[] }> {
  const { fingerprint, ids } = await ctx.db
    .selectFrom('respondent')
    .select(sql<string>`concat_ws(' ', count(*), bit_xor(hashint8extended(respondent.id, 0)))`.as('fingerprint'))
    .$if(!fingerprintOnly, (query) => query.select(sql<Buffer | null>`string_agg(float8send(respondent.id::float8), '')`.as('ids')))
    .where(idsInScope(scope))
    .executeTakeFirstOrThrow()
  return { fingerprint, ids: ids ? Array.from({ length: ids.length / 8 }, (_, index) => ids.readDoubleBE(index * 8)) : [] }
}
