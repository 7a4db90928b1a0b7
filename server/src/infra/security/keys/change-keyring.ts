import { lock } from '../../postgres/locks.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import type { Services } from '../../request-context.ts'
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
    // A process that encounters an unknown key rereads the file, so the file must have a new key first.
    replaceRing(file, changed.ring)
    await openKeyring(services.orm, file, false)
    return changed
  })
}
