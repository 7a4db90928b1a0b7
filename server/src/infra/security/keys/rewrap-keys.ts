import { setTimeout as delay } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { inAuditedTransaction, inTransaction } from '../../postgres/transaction.ts'
import type { RequestContext, Services } from '../../request-context.ts'
import { ringCheckMs } from '../encryption.ts'
import { wrappedKeys, type WrappedKeys } from '../sealed-columns.ts'

const batchSize = 500
const retryLockedMs = 200

/**
 * Rewraps every stored key under the newest key of the keyring (shared/spec/contract.md#sealed-data); the sealed data stays as it is.
 * Locked rows are skipped and retried later. Several runs can overlap, and an interrupted run is continued by the next. Throws when
 * `signal` fires.
 */
export async function rewrapKeys(services: Services, signal: AbortSignal): Promise<number> {
  let rewrapped = await rewrapAll(services, signal)
  // Until then, another process may still have wrapped keys under the previous key.
  await delay(2 * ringCheckMs, undefined, { signal })
  rewrapped += await rewrapAll(services, signal)
  await inAuditedTransaction({ services, requestId: 'rewrap-keys' }, 'keys.rewrapped', async () => {})
  return rewrapped
}

async function rewrapAll(services: Services, signal: AbortSignal): Promise<number> {
  let rewrapped = 0
  for (const keys of wrappedKeys)
    for (let remaining = true; remaining;) {
      rewrapped += await rewrapTable(services, keys, signal)
      remaining = await inTransaction(services, 'rewrap-keys', (ctx) => hasOldKeys(ctx, keys))
      if (remaining) await delay(retryLockedMs, undefined, { signal })
    }
  return rewrapped
}

async function rewrapTable(services: Services, keys: WrappedKeys, signal: AbortSignal): Promise<number> {
  let rewrapped = 0
  for (let after: string | undefined = '0'; after !== undefined;) {
    signal.throwIfAborted()
    const from: string = after
    const ids = await inTransaction(services, 'rewrap-keys', (ctx) => rewrapBatch(ctx, keys, from))
    rewrapped += ids.length
    after = ids.at(-1)
  }
  return rewrapped
}

interface Row {
  readonly id: string
  readonly owner: string
  readonly keyId: string
  readonly wrappedKey: Buffer
}

// For a respondent who asked us to stop, the key and the key id are in different rows: both are locked.
async function rewrapBatch(
  { db, services }: RequestContext,
  { table, id, owner, ofRespondent }: WrappedKeys,
  after: string,
): Promise<string[]> {
  const { encryption } = services
  const join = ofRespondent ? 'join respondent on respondent.id = row.respondent_id' : ''
  const { rows } = await raw<Row>`
    select ${raw.raw(`row.${id}::text as id, ${owner} as owner, row.key_id as "keyId", row.wrapped_key as "wrappedKey" from ${table} row ${join}
      where row.wrapped_key is not null and row.${id}`)} > ${after}::bigint and row.key_id <> ${encryption.newestKeyId}
    order by ${raw.raw(`row.${id}`)} limit ${batchSize} for update skip locked`.execute(db)
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const fresh = rows.map((row) => encryption.rewrapKey(row.owner, row.keyId, row.wrappedKey))
  const [keyIds, wrapped] = [fresh.map(({ keyId }) => keyId), fresh.map((one) => one.wrapped)]
  const values = raw`unnest(${ids}::bigint[], ${keyIds}::text[], ${wrapped}::bytea[]) as fresh (id, key_id, wrapped_key)`
  await raw`update ${raw.table(table)} set key_id = fresh.key_id, wrapped_key = fresh.wrapped_key from ${values}
    where ${raw.ref(`${table}.${id}`)} = fresh.id`.execute(db)
  if (ofRespondent) await raw`update respondent set key_id = fresh.key_id from ${values} where respondent.id = fresh.id`.execute(db)
  return ids
}

async function hasOldKeys({ db, services }: RequestContext, { table }: WrappedKeys): Promise<boolean> {
  const { rows } = await raw<{ remaining: boolean }>`
    select exists(select from ${raw.table(table)} where wrapped_key is not null and key_id <> ${services.encryption.newestKeyId}) as remaining`.execute(
    db,
  )
  return rows[0]?.remaining ?? false
}
