import { createHmac } from 'node:crypto'
import { sql as raw, type Kysely } from 'kysely'
import { lock } from '../../postgres/locks.ts'
import { sql, type Database, type Services } from '../../request-context.ts'
import { auditBytes, type AuditContent } from './audit-signature.ts'
import type { Encryption } from '../encryption.ts'

const batchSize = 5_000
const dayMs = 24 * 3_600_000
/**
 * A transaction may commit its entry after later ones are linked, and clocks of replicas differ, but never by more than this. Bounded by the
 * time of an entry, which is signed; its id is not.
 */
export const maxLateMs = 3_600_000

interface Link {
  readonly position: number
  readonly entryId: number
  readonly hash: Buffer
}

// Chaining inside each transaction would serialize all submissions; a job that runs every minute is enough.
/**
 * Links all audit entries that are not in the chain yet, and anchors the new head outside the database: in the log and in the file of
 * heads. A head that an earlier run could not anchor is anchored as well, and the same head again after a day without new entries, because
 * silence means that this job was stopped. If the chain does not continue the last head, it was tampered with, and nothing is linked, so
 * that the change is not legitimized.
 */
export async function chainAudit({ orm, encryption, auditHeads, clock, log }: Services): Promise<void> {
  const anchored = await auditHeads.newest()
  let head: Link | undefined
  for (let linked = batchSize; linked === batchSize;) {
    const links = await orm.em.fork().transactional(async (em) => {
      const db = sql(em)
      await lock(db, 'auditChain')
      if (anchored && !(await hasLink(db, anchored))) return undefined
      return linkBatch(db, encryption, clock())
    })
    if (!links)
      return log.error({ position: anchored?.position }, 'the audit chain is not the one that was anchored: run npm run audit:verify')
    head = links.at(-1) ?? head
    linked = links.length
  }
  head ??= await findEndToAnchor(orm, auditHeads, clock())
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
async function findEndToAnchor(orm: Services['orm'], auditHeads: Services['auditHeads'], now: Date): Promise<Link | undefined> {
  const last = await sql(orm.em.fork()).selectFrom('audit_link').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst()
  if (!last) return undefined
  const anchored = await auditHeads.newest()
  const isRecent = anchored !== undefined && now.getTime() - Date.parse(anchored.at) < dayMs
  return isRecent && (await auditHeads.isWritten(last.position)) ? undefined : last
}

async function linkBatch(db: Kysely<Database>, encryption: Encryption, now: Date): Promise<Link[]> {
  const last = await db.selectFrom('audit_link').select(['position', 'hash']).orderBy('position', 'desc').limit(1).executeTakeFirst()
  const entries = await db
    .selectFrom('audit_entry')
    .leftJoin('audit_link', 'audit_link.entryId', 'audit_entry.id')
    .select(['audit_entry.id', 'at', 'accountId', 'action', 'subjects', 'requestId', 'signature'])
    .where('audit_link.entryId', 'is', null)
    .where('at', '>', await linkedUntil(db, now))
    .orderBy('at')
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

// Before this time, every entry is linked. A link without an entry says nothing, and a clock that ran ahead must not hide what follows.
async function linkedUntil(db: Kysely<Database>, now: Date): Promise<Date> {
  const newest = await db
    .selectFrom('audit_link')
    .innerJoin('audit_entry', 'audit_entry.id', 'audit_link.entryId')
    .select(raw<Date>`greatest(least(at, ${now}), to_timestamp(0))`.as('at'))
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return new Date((newest?.at.getTime() ?? 0) - maxLateMs)
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
