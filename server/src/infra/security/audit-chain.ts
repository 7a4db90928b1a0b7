import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { lock } from '../postgres/locks.ts'
import type { Orm } from '../postgres/orm.ts'
import { sql, type Database } from '../request-context.ts'

const atOnce = 5_000
// A transaction may commit its entry after later ones are linked; so many entries do not come between.
const latest = 100_000

interface Entry {
  readonly id: number
  readonly at: Date
  readonly accountId: number | null
  readonly action: string
  readonly subjects: readonly string[]
  readonly requestId: string
}

/** What `verifyAudit` found wrong. */
export interface AuditFault {
  readonly entryId: number
  readonly fault: 'changed' | 'missing' | 'unchained'
}

// A chain inside each transaction would queue every submission behind the last; a job a minute later does as well.
/** Links all audit entries that are not in the chain yet. */
export async function chainAudit(orm: Orm): Promise<void> {
  for (let linked = atOnce; linked === atOnce;) linked = await orm.em.fork().transactional((em) => linkSome(sql(em)))
}

async function linkSome(db: Kysely<Database>): Promise<number> {
  await lock(db, 'auditChain')
  const last = await db.selectFrom('audit_link').select(['position', 'hash']).orderBy('position', 'desc').limit(1).executeTakeFirst()
  const linkedUpTo = await newestLinked(db)
  const entries = await db
    .selectFrom('audit_entry')
    .leftJoin('audit_link', 'audit_link.entryId', 'audit_entry.id')
    .select(['audit_entry.id', 'at', 'accountId', 'action', 'subjects', 'requestId'])
    .where('audit_link.entryId', 'is', null)
    .where('audit_entry.id', '>', linkedUpTo - latest)
    .orderBy('audit_entry.id')
    .limit(atOnce)
    .execute()
  let hash = last?.hash ?? Buffer.alloc(32)
  const links = entries.map((entry, index) => {
    hash = hashOf(hash, entry)
    return { position: (last?.position ?? 0) + index + 1, entryId: entry.id, hash }
  })
  if (links.length > 0) await db.insertInto('audit_link').values(links).execute()
  return entries.length
}

async function newestLinked(db: Kysely<Database>): Promise<number> {
  const newest = await db
    .selectFrom('audit_link')
    .select((select) => select.fn.max('entryId').as('id'))
    .executeTakeFirst()
  return newest?.id ?? 0
}

function hashOf(previous: Buffer, entry: Entry): Buffer {
  const body = JSON.stringify([entry.id, entry.at.toISOString(), entry.accountId, entry.action, entry.subjects, entry.requestId])
  return createHash('sha256').update(previous).update(body).digest()
}

/**
 * Walks the whole chain: entries that were changed, entries that are missing, and entries older than `unchainedAfterMs` that never came in.
 */
export async function verifyAudit(orm: Orm, now: Date, unchainedAfterMs = 5 * 60_000): Promise<AuditFault[]> {
  const faults: AuditFault[] = []
  await orm.em.fork().transactional(async (em) => {
    const db = sql(em)
    let hash: Buffer = Buffer.alloc(32)
    let expected = 1
    const links = db
      .selectFrom('audit_link')
      .leftJoin('audit_entry', 'audit_entry.id', 'audit_link.entryId')
      .select(['position', 'entryId', 'hash', 'audit_entry.id', 'at', 'accountId', 'action', 'subjects', 'requestId'])
      .orderBy('position')
      .stream(1_000)
    for await (const link of links) {
      const { id, at, action, subjects, requestId } = link
      if (link.position !== expected) faults.push({ entryId: link.entryId, fault: 'missing' })
      if (id === null || at === null || action === null || subjects === null || requestId === null)
        faults.push({ entryId: link.entryId, fault: 'missing' })
      else if (!hashOf(hash, { id, at, accountId: link.accountId, action, subjects, requestId }).equals(link.hash))
        faults.push({ entryId: link.entryId, fault: 'changed' })
      hash = link.hash
      expected = link.position + 1
    }
    const late = await db
      .selectFrom('audit_entry')
      .leftJoin('audit_link', 'audit_link.entryId', 'audit_entry.id')
      .select('audit_entry.id')
      .where('audit_link.entryId', 'is', null)
      .where('at', '<', new Date(now.getTime() - unchainedAfterMs))
      .limit(100)
      .execute()
    faults.push(...late.map(({ id }) => ({ entryId: id, fault: 'unchained' as const })))
  })
  return faults
}
