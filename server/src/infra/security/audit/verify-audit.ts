import { sql as raw, type Kysely } from 'kysely'
import type { Orm } from '../../postgres/orm.ts'
import { sql, type Database } from '../../request-context.ts'
import { chainHash } from './audit-chain.ts'
import type { AuditHead, AuditHeads } from './audit-heads.ts'
import { isSigned, signedColumns } from './audit-signature.ts'
import type { Encryption } from '../encryption.ts'

/**
 * A fault found by `verifyAudit`. Entries can be `changed`, `missing`, `forged` (not written with the keyring, or a duplicate), or
 * `unchained` for more than five minutes. At an anchored position, the chain can be `cut` before it, or `replaced`. It can be `stopped`: no
 * head was anchored for more than a day. In the file of heads, lines can be `altered`, or there are `no-heads`.
 */
export type AuditFault =
  | { readonly fault: 'changed' | 'missing' | 'forged' | 'unchained'; readonly entryId: number }
  | { readonly fault: 'cut' | 'replaced'; readonly position: number }
  | { readonly fault: 'stopped'; readonly since: string }
  | { readonly fault: 'altered'; readonly lines: number }
  | { readonly fault: 'no-heads' }

const unchainedAfterMs = 5 * 60_000
// A head is anchored at least once a day.
const stoppedAfterMs = 26 * 3_600_000

/**
 * Verifies the whole audit trail as of `now`, its chain and the heads that were anchored elsewhere; writes nothing
 * (shared/spec/operating.md#audit-verification).
 */
export async function verifyAudit(orm: Orm, encryption: Encryption, auditHeads: AuditHeads, now: Date): Promise<AuditFault[]> {
  const { heads, altered } = await auditHeads.all()
  return orm.em.fork().transactional(async (em) => {
    const db = sql(em)
    await raw`set transaction isolation level repeatable read, read only`.execute(db)
    const chain = await walkChain(db, encryption, heads)
    const faults = [...chain.faults, ...(await checkUnlinked(db, encryption, now)), ...(await findCopies(db))]
    if (altered > 0) faults.push({ fault: 'altered', lines: altered })
    const since = heads.map(({ at }) => at).reduce((one, other) => (one > other ? one : other), '')
    if (since !== '' && now.getTime() - Date.parse(since) > stoppedAfterMs) faults.push({ fault: 'stopped', since })
    if (heads.length === 0 && chain.position > 0) faults.push({ fault: 'no-heads' })
    return faults
  })
}

async function walkChain(db: Kysely<Database>, encryption: Encryption, heads: readonly AuditHead[]) {
  const faults: AuditFault[] = []
  const anchored = new Map(heads.map((head) => [head.position, head.hash]))
  // Only entries that existed when the first head was anchored can date from before signatures.
  const unsignedUpTo = heads[0]?.position ?? 0
  let hash: Buffer = Buffer.alloc(32)
  let position = 0
  const links = db
    .selectFrom('audit_link')
    .leftJoin('audit_entry', 'audit_entry.id', 'audit_link.entryId')
    .select(['position', 'entryId', 'hash', 'audit_entry.id', ...signedColumns])
    .orderBy('position')
    .stream(1_000)
  for await (const link of links) {
    const { id, at, accountId, action, subjects, sealedSubjects, requestId, signature, entryId } = link
    if (link.position !== position + 1) faults.push({ fault: 'missing', entryId })
    if (id === null || at === null || action === null || subjects === null || requestId === null) faults.push({ fault: 'missing', entryId })
    else {
      const entry = { id, at, accountId, action, subjects, sealedSubjects, requestId, signature }
      // Replicas of earlier versions link entries without what is sealed, which the signature covers.
      const forms = [entry, { ...entry, sealedSubjects: null }]
      if (!forms.some((form) => chainHash(encryption, hash, form).equals(link.hash))) faults.push({ fault: 'changed', entryId })
      else if (!isSigned(encryption, entry, link.position <= unsignedUpTo)) faults.push({ fault: 'forged', entryId })
    }
    const expected = anchored.get(link.position)
    if (expected !== undefined && expected !== link.hash.toString('base64')) faults.push({ fault: 'replaced', position: link.position })
    hash = link.hash
    position = link.position
  }
  const head = heads.at(-1)
  if (head && head.position > position) faults.push({ fault: 'cut', position: head.position })
  return { faults, position }
}

async function checkUnlinked(db: Kysely<Database>, encryption: Encryption, now: Date): Promise<AuditFault[]> {
  const faults: AuditFault[] = []
  const entries = db
    .selectFrom('audit_entry')
    .leftJoin('audit_link', 'audit_link.entryId', 'audit_entry.id')
    .select(['audit_entry.id', ...signedColumns])
    .where('audit_link.entryId', 'is', null)
    .orderBy('audit_entry.id')
    .stream(1_000)
  for await (const entry of entries) {
    if (!isSigned(encryption, entry, false)) faults.push({ fault: 'forged', entryId: entry.id })
    else if (entry.at.getTime() < now.getTime() - unchainedAfterMs) faults.push({ fault: 'unchained', entryId: entry.id })
  }
  return faults
}

async function findCopies(db: Kysely<Database>): Promise<AuditFault[]> {
  const copies = await db
    .selectFrom('audit_entry')
    .select((select) => select.fn.max('id').as('id'))
    .where('signature', 'is not', null)
    .groupBy('signature')
    .having((having) => having.fn.countAll(), '>', 1)
    .execute()
  return copies.map(({ id }) => ({ fault: 'forged', entryId: id }))
}
