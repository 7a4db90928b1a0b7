import { lock } from '../../postgres/locks.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import type { Services } from '../../request-context.ts'
import { openKeyring } from '../keyring.ts'
import { readRing, replaceRing, type Ring } from './keyring-file.ts'

/**
 * Replaces the keys of a keyring file with the result of `change`, which receives the ring and the ids of keys that the database has used;
 * returning the same ring changes nothing. Changes are serialized: otherwise the later of two concurrent ones would drop the other's new
 * key, and data sealed under it in between could never be read. Throws, and changes nothing, if the file is not the one that the database
 * was used with.
 */
export async function changeKeyring(
  services: Services,
  file: string,
  change: (ring: Ring, used: ReadonlySet<string>) => Promise<Ring> | Ring,
): Promise<Ring> {
  return inTransaction(services, 'change-keyring', async ({ db }) => {
    await lock(db, 'keyring')
    await openKeyring(services.orm, file, false)
    const ring = readRing(file)
    const used = await db.selectFrom('keyring_key').select('id').execute()
    const next = await change(ring, new Set(used.map(({ id }) => id)))
    if (next === ring) return ring
    // A process that encounters an unknown key rereads the file, so the file must have a new key first.
    replaceRing(file, next)
    await openKeyring(services.orm, file, false)
    return next
  })
}
