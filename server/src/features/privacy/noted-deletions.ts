import { inAuditedTransaction, inTransaction } from '../../infra/postgres/transaction.ts'
import { sql, type Services } from '../../infra/request-context.ts'
import { addDeletions, deletionMarker } from '../../infra/security/deletion-notes.ts'
import { deleteUnlessGone } from './leaving.ts'

const notedAtOnce = 1_000
const readAtOnce = 10_000
const deletedAtOnce = 100

/**
 * Notes deletions outside of the database, in this file and in the log, as markers: a backup from before them would bring the people back
 * (shared/spec/operating.md#deleted-people). A deletion is noted again rather than not at all.
 */
export async function noteDeletions(services: Services, file: string): Promise<void> {
  for (let noted = notedAtOnce; noted === notedAtOnce;)
    noted = await inTransaction(services, 'note-deletions', async ({ db, now }) => {
      const rows = await db
        .selectFrom('deleted_respondent')
        .select(['id', 'anonymousId'])
        .where('notedAt', 'is', null)
        .orderBy('id')
        .limit(notedAtOnce)
        .forUpdate()
        .skipLocked()
        .execute()
      if (rows.length === 0) return 0
      const markers = rows.map(({ anonymousId }) => deletionMarker(services.encryption, anonymousId))
      await addDeletions(file, markers, now)
      for (const deletion of markers) services.log.info({ deletion }, 'a respondent was deleted')
      const ids = rows.map(({ id }) => id)
      await db.updateTable('deleted_respondent').set({ notedAt: now }).where('id', 'in', ids).execute()
      return rows.length
    })
}

/** Deletes everyone who is there and has one of these markers, each as if they had asked for it; answers how many. */
export async function replayDeletions(services: Services, markers: ReadonlySet<string>): Promise<number> {
  const marked = markers.size > 0 ? await findMarked(services, markers) : []
  for (let start = 0; start < marked.length; start += deletedAtOnce)
    await inAuditedTransaction({ services, requestId: 'restore' }, 'privacy.replayed', async (ctx) => {
      for (const id of marked.slice(start, start + deletedAtOnce)) await deleteUnlessGone(ctx, id)
    })
  return marked.length
}

async function findMarked({ orm, encryption }: Services, markers: ReadonlySet<string>): Promise<number[]> {
  const everyone = sql(orm.em.fork()).selectFrom('respondent').select(['id', 'anonymousId']).orderBy('id').stream(readAtOnce)
  const marked: number[] = []
  for await (const { id, anonymousId } of everyone) if (markers.has(deletionMarker(encryption, anonymousId))) marked.push(id)
  return marked
}
