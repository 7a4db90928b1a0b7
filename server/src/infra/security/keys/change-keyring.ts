import { lock } from '../../postgres/locks.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import type { Services } from '../../request-context.ts'
import { openKeyring } from '../keyring.ts'
import { readRing, replaceRing, type Ring } from './keyring-file.ts'

/**
 * Puts into a keyring file what `change` makes of its keys and the ids that the database was used with; the same ring changes nothing. One at a time: of two
 * that have read the file, the later would drop the key of the earlier, and nobody could read any more what a portal sealed under it meanwhile. Throws, and
 * changes nothing, when the file is not the one that the database was used with.
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
    // A process that meets a key that it does not have reads the file again, so the file is the first to have it.
    replaceRing(file, next)
    await openKeyring(services.orm, file, false)
    return next
  })
}
