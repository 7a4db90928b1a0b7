import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { lock } from '../../postgres/locks.ts'
import { sql, type Database, type Services } from '../../request-context.ts'
import { auditBytes, type AuditContent } from './audit-signature.ts'
import type { Encryption } from '../encryption.ts'

const batchSize = 5_000
// A transaction may commit its entry after later ones are linked, but never after this many.
const maxIdsBehind = 100_000

interface Link {
  readonly position: number
  readonly entryId: number
  readonly hash: Buffer
}

// Chaining inside each transaction would serialize all submissions; a job that runs every minute is enough.
/**
 * Links all audit entries that are not in the chain yet, and anchors the new head outside the database: in the log and in the file of
 * heads. A head that an earlier run could not anchor is anchored as well. If the chain does not continue the last head, it was tampered
 * with, and nothing is linked, so that the change is not legitimized.
 */
export async function chainAudit({ orm, encryption, auditHeads, clock, log }: Services): Promise<void> {
  const anchored = await auditHeads.newest()
  let head: Link | undefined
  for (let linked = batchSize; linked === batchSize;) {
    const links = await orm.em.fork().transactional(async (em) => {
      const db = sql(em)
      await lock(db, 'auditChain')
      if (anchored && !(await hasLink(db, anchored))) return undefined
      return linkBatch(db, encryption)
    })
    if (!links)
      return log.error({ position: anchored?.position }, 'the audit chain is not the one that was anchored: run npm run audit:verify')
    head = links.at(-1) ?? head
    linked = links.length
  }
  head ??= await findUnanchoredEnd(orm, auditHeads)
  if (!head) return
  await auditHeads.add({ position: head.position, hash: head.hash, at: clock().toISOString() }).then(
    (auditHead) => log.info({ auditHead }, 'head of the audit chain'),
    (error: unknown) => log.error({ err: error }, 'the head of the audit chain could not be written to AUDIT_ANCHOR_FILE'),
  )
}

async function hasLink(db: Kysely<Database>, { position, hash }: { readonly position: number; readonly hash: string }): Promise<boolean> {
  const link = await db.selectFrom('audit_link').select('hash').where('position', '=', position).executeTakeFirst()
  return link?.hash.toString('base64') === hash
}

// The last run may have been killed, or the disk full, before the head was written.
async function findUnanchoredEnd(orm: Services['orm'], auditHeads: Services['auditHeads']): Promise<Link | undefined> {
  const last = await sql(orm.em.fork()).selectFrom('audit_link').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst()
  return last && !(await auditHeads.isWritten(last.position)) ? last : undefined
}

async function linkBatch(db: Kysely<Database>, encryption: Encryption): Promise<Link[]> {
  const last = await db.selectFrom('audit_link').select(['position', 'hash']).orderBy('position', 'desc').limit(1).executeTakeFirst()
  const linkedUpTo = await newestLinked(db)
  const entries = await db
    .selectFrom('audit_entry')
    .leftJoin('audit_link', 'audit_link.entryId', 'audit_entry.id')
    .select(['audit_entry.id', 'at', 'accountId', 'action', 'subjects', 'requestId', 'signature'])
    .where('audit_link.entryId', 'is', null)
    .where('audit_entry.id', '>', linkedUpTo - maxIdsBehind)
    .orderBy('audit_entry.id')
    .limit(batchSize)
    .execute()
  let hash = last?.hash ?? Buffer.alloc(32)
  const links = entries.map((entry, index) => {
    hash = chainHash(encryption, hash, entry)
    return { position: (last?.position ?? 0) + index + 1, entryId: entry.id, hash }
  })
  if (links.length > 0) await db.insertInto('audit_link').values(links).execute()
  return links
}

async function newestLinked(db: Kysely<Database>): Promise<number> {
  const newest = await db
    .selectFrom('audit_link')
    .select((select) => select.fn.max('entryId').as('id'))
    .executeTakeFirst()
  return newest?.id ?? 0
}

/** Returns the hash of a link: over its whole entry and the previous link. */
export function chainHash(
  encryption: Encryption,
  previous: Buffer,
  entry: AuditContent & { readonly id: number; readonly signature: Buffer | null },
): Buffer {
  return createHmac('sha256', encryption.purposeKey('audit chain'))
    .update(previous)
    .update(`${entry.id}:${entry.signature?.toString('base64') ?? ''}:`)
    .update(auditBytes(entry))
    .digest()
}
