import type { OpenedTransfer, SaveTransfer, TransferByLookup } from '@portico/shared/contract/drafts'
import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../infra/failure.ts'
import { hashOfSecret } from '../../infra/security/encryption.ts'
import { siteOf } from '../../infra/security/network.ts'
import { inAuditedTransaction, inTransaction } from '../../infra/postgres/transaction.ts'
import { sql, type HttpContext, type RequestContext, type Services } from '../../infra/request-context.ts'
import { measureAgain, takeRoom } from './room.ts'

/**
 * Stores answers sealed by a device for `limits.draftTransferMs` (shared/spec/contract.md#draft-transfers). Throws `TRANSFERS_FULL` if there
 * is no room for them.
 */
export async function saveTransfer(http: HttpContext, { lookup, sealed }: SaveTransfer): Promise<{ expiresAt: string }> {
  const bytes = Buffer.from(sealed, 'base64')
  const networkGroup = groupOf(http)
  await takeRoom(http.services, networkGroup, bytes.length)
  const { expiresAt } = await inAuditedTransaction(http, 'drafts.saveTransfer', async ({ db, now }) => {
    // Expired transfers that the hourly sweep has not deleted yet must not block their name.
    await db.deleteFrom('draft_transfer').where('lookupHash', '=', hashOf(lookup)).where('expiresAt', '<=', now).execute()
    return db
      .insertInto('draft_transfer')
      .values({
        lookupHash: hashOf(lookup),
        sealed: bytes,
        fetchesLeft: limits.draftTransferFetches,
        createdAt: now,
        expiresAt: new Date(now.getTime() + limits.draftTransferMs),
        networkGroup,
      })
      .onConflict((conflict) => conflict.column('lookupHash').doUpdateSet({ sealed: bytes, networkGroup }))
      .returning('expiresAt')
      .executeTakeFirstOrThrow()
  })
  return { expiresAt: expiresAt.toISOString() }
}

/**
 * Returns sealed answers, at most `limits.draftTransferFetches` times; the last fetch deletes them and frees the name. Throws `NOT_FOUND`
 * for an unknown name.
 */
export async function openTransfer({ db, now }: RequestContext, { lookup }: TransferByLookup): Promise<OpenedTransfer> {
  const found = await db
    .updateTable('draft_transfer')
    .set((row) => ({ fetchesLeft: row('fetchesLeft', '-', 1) }))
    .where('lookupHash', '=', hashOf(lookup))
    .where('fetchesLeft', '>', 0)
    .where('expiresAt', '>', now)
    .returning(['id', 'sealed', 'fetchesLeft', 'expiresAt'])
    .executeTakeFirst()
  if (!found) throw new Failure('NOT_FOUND')
  if (found.fetchesLeft === 0) await db.deleteFrom('draft_transfer').where('id', '=', found.id).execute()
  return { sealed: found.sealed.toString('base64'), fetchesLeft: found.fetchesLeft, expiresAt: found.expiresAt.toISOString() }
}

/**
 * Deletes sealed answers; succeeds whether or not there are any. If there are none, nothing is written, not even to the audit trail,
 * because anyone may call this without limit.
 */
export async function deleteTransfer(http: HttpContext, { lookup }: TransferByLookup): Promise<Record<string, never>> {
  const lookupHash = hashOf(lookup)
  const found = await sql(http.services.orm.em.fork())
    .selectFrom('draft_transfer')
    .select('id')
    .where('lookupHash', '=', lookupHash)
    .executeTakeFirst()
  if (found)
    await inAuditedTransaction(http, 'drafts.deleteTransfer', ({ db }) =>
      db.deleteFrom('draft_transfer').where('lookupHash', '=', lookupHash).execute(),
    )
  return {}
}

/** Deletes sealed answers that have expired or have no fetches left. */
export async function sweepTransfers(services: Services): Promise<void> {
  await inTransaction(services, 'sweep', async ({ db, now }) => {
    await db
      .deleteFrom('draft_transfer')
      .where((row) => row.or([row('expiresAt', '<=', now), row('fetchesLeft', '<=', 0)]))
      .execute()
  })
  measureAgain(services)
}

// Of all networks, one in 256 is in the same group: enough to keep one from taking the room of all, too few to say who saved.
function groupOf({ services, ipAddress }: HttpContext): number {
  return services.encryption.lookupHash('site', siteOf(ipAddress)).readUInt8(0)
}

// 128 bits behind a slow derivation need no slow hash; without any hash, the database would store the names.
function hashOf(lookup: string): Buffer {
  return hashOfSecret(lookup)
}
