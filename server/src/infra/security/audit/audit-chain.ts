import { createHmac } from 'node:crypto'
import { sql as raw, type Kysely } from 'kysely'
import { lock } from '../../postgres/locks.ts'
import { sql, type Database, type Services } from '../../request-context.ts'
import { auditBytes, signedColumns, type SignedContent } from './audit-signature.ts'
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
  for (let hasMore = true; hasMore;) {
    const batch = await orm.em.fork().transactional(async (em) => {
      const db = sql(em)
      await lock(db, 'auditChain')
      if (anchored && !(await hasLink(db, anchored))) return undefined
      return linkBatch(db, encryption, head?.position ?? anchored?.position, clock())
    })
    if (!batch)
      return log.error({ position: anchored?.position }, 'the audit chain is not the one that was anchored: run npm run audit:verify')
    head = batch.head ?? head
    hasMore = batch.hasMore
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
  const anchored = await auditHeads.newest()
  const last = await findEnd(sql(orm.em.fork()), anchored?.position)
  if (!last) return undefined
  const isRecent = anchored !== undefined && now.getTime() - Date.parse(anchored.at) < dayMs
  return isRecent && (await auditHeads.isWritten(last.position)) ? undefined : last
}

/**
 * Returns SQL for the end of the chain: the last link that follows the one at `from` without a gap. Only a forged link comes after a gap,
 * and its position may be the last there is.
 */
export function endOfChain(from = 1): string {
  return `select position::float8, hash from (
      select position, hash, position - row_number() over (order by position) + 1 as first from audit_link where position >= ${from}
    ) link where first = ${from} order by link.position desc limit 1`
}

async function findEnd(db: Kysely<Database>, from: number | undefined): Promise<Link | undefined> {
  const { rows } = await raw<Link>`${raw.raw(endOfChain(from))}`.execute(db)
  return rows[0]
}

// Links entries up to a gap at most: the link after it is then part of the chain, and the next batch continues from there.
async function linkBatch(
  db: Kysely<Database>,
  encryption: Encryption,
  from: number | undefined,
  now: Date,
): Promise<{ readonly head: Link | undefined; readonly hasMore: boolean }> {
  const end = (await findEnd(db, from)) ?? { position: 0, hash: Buffer.alloc(32) }
  const beyond = await db
    .selectFrom('audit_link')
    .select((select) => select.fn.min('position').as('position'))
    .where('position', '>', end.position)
    .executeTakeFirst()
  const room = Math.min(batchSize, (beyond?.position ?? Infinity) - end.position - 1)
  const entries = await db
    .selectFrom('audit_entry')
    .leftJoin('audit_link', 'audit_link.entryId', 'audit_entry.id')
    .select(['audit_entry.id', ...signedColumns])
    .where('audit_link.entryId', 'is', null)
    .where('at', '>', await linkedUntil(db, end.position, now))
    .orderBy('at')
    .orderBy('audit_entry.id')
    .limit(room)
    .execute()
  let { hash } = end
  const links = entries.map((entry, index) => {
    hash = chainHash(encryption, hash, entry)
    return { position: end.position + index + 1, entryId: entry.id, hash }
  })
  if (links.length > 0) await db.insertInto('audit_link').values(links).execute()
  return { head: links.at(-1), hasMore: links.length === room }
}

// Before this time, every entry is linked. A link without an entry says nothing, and a clock that ran ahead must not hide what follows.
async function linkedUntil(db: Kysely<Database>, end: number, now: Date): Promise<Date> {
  const newest = await db
    .selectFrom('audit_link')
    .innerJoin('audit_entry', 'audit_entry.id', 'audit_link.entryId')
    .select(raw<Date>`greatest(least(at, ${now}), to_timestamp(0))`.as('at'))
    .where('position', '<=', end)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return new Date((newest?.at.getTime() ?? 0) - maxLateMs)
}

/** Returns the hash of a link: over its whole entry and the previous link. */
export function chainHash(encryption: Encryption, previous: Buffer, entry: SignedContent & { readonly id: number }): Buffer {
  return createHmac('sha256', encryption.purposeKey('audit chain'))
    .update(previous)
    .update(`${entry.id}:${entry.signature?.toString('base64') ?? ''}:`)
    .update(auditBytes(entry))
    .digest()
}
