import { rename } from 'node:fs/promises'
import { replayNotes, type Replayed } from '../features/privacy/notes.ts'
import type { Env } from '../infra/env.ts'
import { migrate } from '../infra/postgres/migrate.ts'
import { prepareAppRole } from '../infra/postgres/roles.ts'
import { inAuditedTransaction } from '../infra/postgres/transaction.ts'
import type { Services } from '../infra/request-context.ts'
import type { AuditHeads } from '../infra/security/audit/audit-heads.ts'
import { verifyAudit } from '../infra/security/audit/verify-audit.ts'
import { openEncryption } from '../infra/security/encryption.ts'
import { openKeyring } from '../infra/security/keyring.ts'
import { readNotes } from '../infra/security/privacy-notes.ts'
import { openSamples } from '../infra/security/sealed-columns.ts'
import { sql } from '../infra/request-context.ts'
import { openToolServices } from '../tool-services.ts'
import { readArchive } from './archive.ts'
import type { Manifest } from './contents.ts'
import { loadBackup } from './load-backup.ts'
import { markFinished } from './unfinished-restore.ts'
import { withClient } from '../infra/postgres/with-client.ts'

/** What to restore, and where. */
export interface RestoreRequest {
  readonly file: string
  /** The private key in the age format. */
  readonly identity: string
  /** An empty database, as the role that will own the tables, and as the portal's role. */
  readonly ownerUrl: string
  readonly appUrl: string
  readonly env: Pick<Env, 'keyringFile' | 'auditAnchorFile' | 'dataDir' | 'retentionDays'>
  /** Files that record who was deleted, stopped or resumed since the backup. */
  readonly deletionFiles: readonly string[]
  /** Whether this is a drill, whose database is discarded: no files are changed. */
  readonly isDrill: boolean
}

/** The result of a restore, with a sentence for each fault found. */
export interface Restored {
  readonly manifest: Manifest
  readonly replayed: Replayed
  /** The number of API tokens revoked. */
  readonly revoked: number
  readonly opened: number
  readonly faults: readonly string[]
  /** The file that the audit heads newer than the backup were moved to. */
  readonly formerHeads: string | undefined
}

const samplesPerColumn = 50
/** More changes than any portal numbers between a backup and its restore. */
const changesSinceBackup = 1_000_000_000

/**
 * Restores a backup into an empty database and verifies it as far as possible (shared/spec/operating.md#restore). Throws errors that say
 * what to do.
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { file, identity, ownerUrl, appUrl, env } = request
  // Read before anything is changed.
  const notes = await readAllNotes(request.deletionFiles)
  const manifest = await loadBackup(ownerUrl, () => readArchive(file, identity), openEncryption(env.keyringFile, false))
  await migrate(ownerUrl)
  await renumberChanges(ownerUrl)
  await prepareAppRole(ownerUrl, appUrl)
  const { services, close } = await openToolServices(appUrl, env)
  try {
    await openKeyring(services.orm, env.keyringFile, false)
    const audit = await verifyAudit(services.orm, services.encryption, headsUpTo(services.auditHeads, manifest), new Date(manifest.takenAt))
    const samples = await openSamples(sql(services.orm.em.fork()), services.encryption, samplesPerColumn)
    const formerHeads = request.isDrill ? undefined : await continueHeads(services, env.auditAnchorFile, manifest)
    const replayed = await replayNotes(services, notes)
    const revoked = await revokeTokensAndLinks(services, manifest)
    await markFinished(ownerUrl)
    return {
      manifest,
      replayed,
      revoked,
      opened: samples.reduce((sum, one) => sum + one.opened, 0),
      faults: [
        ...(audit.length > 0 ? [`The audit trail has ${audit.length} faults, the first: ${JSON.stringify(audit[0])}.`] : []),
        ...samples.filter(({ failed }) => failed > 0).map(({ column, failed }) => `${failed} rows of ${column} do not open.`),
      ],
      formerHeads,
    }
  } finally {
    await close()
  }
}

// Clients that read changes hold cursors from after the backup, and would skip numbers that are assigned again. All changes are therefore
// renumbered past those cursors, so that clients receive everyone again.
async function renumberChanges(ownerUrl: string): Promise<void> {
  return withClient(ownerUrl, async (client) => {
    await client.query('begin')
    for (const table of ['respondent', 'deleted_respondent', 'workshop_move'])
      await client.query(`update ${table} set change_seq = change_seq + ${changesSinceBackup}`)
    await client.query(`select setval('respondent_change', last_value + ${changesSinceBackup}) from respondent_change`)
    await client.query('commit')
  })
}

// Entries anchored later are known to be missing; the manifest itself attests where the chain ended.
function headsUpTo(auditHeads: AuditHeads, { auditHead, takenAt }: Manifest): AuditHeads {
  return {
    ...auditHeads,
    async all() {
      const { heads, altered } = await auditHeads.all()
      const known = heads.filter(({ position }) => auditHead !== null && position < auditHead.position)
      return { heads: [...known, ...(auditHead ? [{ ...auditHead, at: takenAt, signature: '' }] : [])], altered }
    },
  }
}

// A chain that does not continue its last head is not extended, so the heads since the backup are moved aside.
async function continueHeads({ auditHeads, clock }: Services, file: string, { auditHead }: Manifest): Promise<string | undefined> {
  const newest = await auditHeads.newest()
  if (newest && newest.position <= (auditHead?.position ?? 0)) return undefined
  const movedTo =
    newest &&
    `${file}.until-${clock()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '')}`
  if (movedTo) await rename(file, movedTo)
  if (auditHead) await auditHeads.add({ ...auditHead, hash: Buffer.from(auditHead.hash, 'base64'), at: clock().toISOString() })
  return movedTo
}

async function readAllNotes(files: readonly string[]): Promise<Map<string, number>> {
  const notes = (await Promise.all(files.map(readNotes))).flatMap((found) => [...found])
  return new Map(notes.toSorted(([, one], [, other]) => one - other))
}

// The backup does not show which tokens were revoked and which links were used since, so all of them are invalidated. Sessions are not part
// of backups.
async function revokeTokensAndLinks(services: Services, { jobs }: Manifest): Promise<number> {
  return inAuditedTransaction({ services, requestId: 'restore' }, 'backup.restored', async ({ db, em, now }) => {
    for (const { name, data } of jobs) await services.queue.send(em, name, [data])
    await db.updateTable('one_time_token').set({ expiresAt: now }).where('usedAt', 'is', null).where('expiresAt', '>', now).execute()
    const revoked = await db.updateTable('api_token').set({ revokedAt: now }).where('revokedAt', 'is', null).returning('id').execute()
    return revoked.length
  })
}
