import { lock } from '../../postgres/locks.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { sql, type Services } from '../../request-context.ts'
import { openKeyring } from '../keyring.ts'
import { readRing, replaceRing, type Ring } from './keyring-file.ts'

/**
 * Replaces the keys of a keyring file with the `ring` that `change` returns, which receives the current one and the ids of keys that the
 * database has used; returning the same ring changes nothing. Returns all that `change` returned. Changes are serialized: otherwise the later of two concurrent ones would drop the other's new
 * key, and data sealed under it in between could never be read. Throws, and changes nothing, if the file is not the one that the database
 * was used with.
 */
export async function changeKeyring<Changed extends { readonly ring: Ring }>(
  services: Services,
  file: string,
  change: (ring: Ring, used: ReadonlySet<string>) => Promise<Changed> | Changed,
): Promise<Changed> {
  return inTransaction(services, 'change-keyring', async ({ db }) => {
    await lock(db, 'keyring')
    await openKeyring(services.orm, file, false)
    const ring = readRing(file)
    const used = await db.selectFrom('keyring_key').select('id').execute()
    const changed = await change(ring, new Set(used.map(({ id }) => id)))
    if (changed.ring === ring) return changed
    // A process that encounters an unknown key rereads the file, so the file must have a new key before anything is sealed under it.
    await recordFirst(services, changed.ring.seal.at(-1)?.id ?? '', () => replaceRing(file, changed.ring))
    await openKeyring(services.orm, file, false)
    return changed
  })
}

// Portals use a new key as soon as the file has it. If the database did not know it by then, because it is away or this process is killed,
// a start with an older copy of the file would not notice that the key is missing.
async function recordFirst({ orm }: Services, id: string, replace: () => void): Promise<void> {
  const db = sql(orm.em.fork())
  const values = { id, proof: null }
  const isNew = await db
    .insertInto('keyring_key')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  try {
    replace()
  } catch (error) {
    if (isNew) await db.deleteFrom('keyring_key').where('id', '=', id).execute()
    throw error
  }
}
