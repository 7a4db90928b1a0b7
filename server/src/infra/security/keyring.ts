import { sql as raw, type Kysely } from 'kysely'
import type { Orm } from '../postgres/orm.ts'
import { sql, type Database } from '../request-context.ts'
import { openEncryption, type Encryption } from './encryption.ts'

/**
 * Opens the encryption with this database's keyring. The file is created only with `mayCreate`, for an unused database. Throws an error
 * that says what is missing and what to do if the file is missing or has other keys than the database was used with: stored data would be
 * unreadable, and new data would be sealed under the wrong keys.
 */
export async function openKeyring(orm: Orm, file: string, mayCreate: boolean): Promise<Encryption> {
  const encryption = openEncryption(file, mayCreate && (await isDatabaseUnused(orm)))
  const faults = await orm.em.fork().transactional((em) => checkAndRecordProofs(sql(em), encryption))
  if (faults.length === 0) return encryption
  throw new Error(
    `The keyring ${file} is not the one that this database was used with:\n${faults.map((fault) => `  ${fault}`).join('\n')}\n` +
      'Put the right file back from its backup, or name it in KEYRING_FILE. Nothing was changed.',
  )
}

async function isDatabaseUnused(orm: Orm): Promise<boolean> {
  const db = sql(orm.em.fork())
  const [key, account] = [
    await db.selectFrom('keyring_key').select('id').limit(1).executeTakeFirst(),
    await db.selectFrom('account').select('id').limit(1).executeTakeFirst(),
  ]
  return !key && !account
}

// Records fingerprints of the keys, unless a key that is in use is missing or different.
async function checkAndRecordProofs(db: Kysely<Database>, { keyProofs }: Encryption): Promise<string[]> {
  const faults: string[] = []
  for (const { id, proof } of await db.selectFrom('keyring_key').selectAll().orderBy('id').forUpdate().execute()) {
    const currentProof = keyProofs.get(id)
    if (currentProof && (proof === null || proof.equals(currentProof))) continue
    const used = id === 'lookup' ? 'by which e-mail addresses and telephone numbers are found' : await usesOf(db, id)
    if (used) faults.push(currentProof ? `its key ${id} is another key, ${used}` : `it has no key ${id}, ${used}`)
    else await db.deleteFrom('keyring_key').where('id', '=', id).execute()
  }
  if (faults.length > 0) return faults
  const newest = [...keyProofs.keys()].at(-1)
  const proofs = [...keyProofs].filter(([id]) => id === 'lookup' || id === newest).map(([id, proof]) => ({ id, proof }))
  await db
    .insertInto('keyring_key')
    .values(proofs)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  for (const [id, proof] of keyProofs)
    await db.updateTable('keyring_key').set({ proof }).where('id', '=', id).where('proof', 'is', null).execute()
  return []
}

async function usesOf(db: Kysely<Database>, keyId: string): Promise<string | undefined> {
  const uses = (await usesByKey(db)).get(keyId)
  return uses && `which rows are sealed with: ${uses.map(({ table, rows }) => `${rows} of ${table}`).join(', ')}`
}

/** Returns how many rows of which tables have keys wrapped by each `seal` key, by its id. */
export function keyUses(orm: Orm): Promise<Map<string, { readonly table: string; readonly rows: number }[]>> {
  return usesByKey(sql(orm.em.fork()))
}

// Finds the tables with wrapped keys by their columns.
async function usesByKey(db: Kysely<Database>): Promise<Map<string, { readonly table: string; readonly rows: number }[]>> {
  const { rows: tables } = await raw<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'key_id' order by 1`.execute(
    db,
  )
  const uses = new Map<string, { readonly table: string; readonly rows: number }[]>()
  for (const { name: table } of tables) {
    const { rows: counts } = await raw<{ keyId: string; rows: number }>`
      select key_id, count(*)::integer as rows from ${raw.table(table)} where wrapped_key is not null group by 1 order by 1`.execute(db)
    for (const { keyId, rows } of counts) uses.set(keyId, [...(uses.get(keyId) ?? []), { table, rows }])
  }
  return uses
}
