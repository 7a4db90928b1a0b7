import { limits } from '@portico/shared/words/limits'
import type { ById, Configuration, DownloadItem, Enqueue } from '@portico/shared/contract/downloads'
import { note } from '../../infra/audit.ts'
import { Failure } from '../../infra/failure.ts'
import { callerOf, inTransaction, type Deps, type Work } from '../../infra/work.ts'
import { getDownloadItem } from './queries.ts'

/** Asks for a spreadsheet of a workshop; a job makes it. Throws NOT_FOUND for an unknown workshop. */
export async function enqueueDownload(work: Work, { workshop, configuration, format }: Enqueue): Promise<DownloadItem> {
  const found = await work.db.selectFrom('workshop').select('id').where('name', '=', workshop.name).executeTakeFirst()
  if (!found) throw new Failure('NOT_FOUND')
  const { id } = await work.db
    .insertInto('download')
    .values({
      workshopId: found.id,
      configuration: inUtc(configuration),
      format,
      status: 'not-started',
      requesterId: callerOf(work).id,
      initiatedAt: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await work.deps.queue.send(work.em, 'run-download', [{ downloadId: id }])
  note(work, 'download', id)
  note(work, 'workshop', found.id)
  return getDownloadItem(work, { id })
}

// Instants may come with any offset; they are kept and shown in UTC.
function inUtc(configuration: Configuration): Configuration {
  if ('flavor' in configuration) return configuration
  const { start, end } = configuration
  return { ...(start && { start: new Date(start).toISOString() }), ...(end && { end: new Date(end).toISOString() }) }
}

/** Stops a download before or while it runs; one that has ended stays as it is. The run notices within a second. Throws NOT_FOUND. */
export async function cancelDownload(work: Work, { id }: ById): Promise<DownloadItem> {
  await work.db
    .updateTable('download')
    .set({ status: 'cancelled', cancelledAt: work.now })
    .where('id', '=', id)
    .where('status', 'in', ['not-started', 'running'])
    .execute()
  note(work, 'download', id)
  return getDownloadItem(work, { id })
}

/** Deletes the files that are older than 7 days (contract section 4, Downloads); their items stay. Then `resumeDownloads`. */
export async function sweepDownloads(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - limits.downloadKeptMs)
  await inTransaction(deps, 'sweep-downloads', async ({ db }) => {
    const old = await db
      .updateTable('download')
      .set({ keyId: null, wrappedKey: null })
      .where('finishedAt', '<=', before)
      .where('wrappedKey', 'is not', null)
      .returning('id')
      .execute()
    if (old.length === 0) return
    const ids = old.map((row) => row.id)
    await db.deleteFrom('download_piece').where('downloadId', 'in', ids).execute()
  })
  await resumeDownloads(deps)
}

/**
 * Sends the job again for every download that has not ended: at start, for those whose worker was killed. A job too many does no harm,
 * because a download that is being made or has ended is left alone.
 */
export async function resumeDownloads(deps: Deps): Promise<void> {
  await inTransaction(deps, 'resume-downloads', async ({ em, db }) => {
    const waiting = await db
      .selectFrom('download')
      .select('id as downloadId')
      .where('status', 'in', ['not-started', 'running'])
      .orderBy('id')
      .execute()
    await deps.queue.send(em, 'run-download', waiting)
  })
}
