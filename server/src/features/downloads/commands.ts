import { limits } from '@portico/shared/words/limits'
import { downloadColumns, type ById, type Configuration, type DownloadItem, type Enqueue } from '@portico/shared/contract/downloads'
import { Failure } from '../../infra/failure.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { callerOf, type Services, type RequestContext } from '../../infra/request-context.ts'
import { workshopIdOf } from '../responses/scope.ts'
import { endWithoutFile } from './made-again.ts'
import { getDownloadItem } from './queries.ts'

/**
 * Requests a spreadsheet of a workshop, which a job writes. Throws NOT_FOUND for an unknown workshop, and FORBIDDEN for notes if an API
 * token calls, because tokens never read notes.
 */
export async function enqueueDownload(ctx: RequestContext, input: Enqueue): Promise<DownloadItem> {
  const { workshop, configuration, format, notes, columns } = input
  if (notes && ctx.caller?.token) throw new Failure('FORBIDDEN')
  const workshopId = await workshopIdOf(ctx, workshop.name)
  const { id } = await ctx.db
    .insertInto('download')
    .values({
      workshopId,
      configuration: inUtc(configuration),
      format,
      notes,
      columns: downloadColumns.filter((column) => columns.includes(column)),
      status: 'not-started',
      requesterId: callerOf(ctx).id,
      initiatedAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.services.queue.send(ctx.em, 'run-download', [{ downloadId: id }])
  auditSubject(ctx, 'download', id)
  if (notes) auditSubject(ctx, 'notes', 'exported')
  auditSubject(ctx, 'workshop', workshopId)
  return getDownloadItem(ctx, { id })
}

// Instants may have any offset; they are stored and shown in UTC.
function inUtc(configuration: Configuration): Configuration {
  if ('flavor' in configuration) return configuration
  const { start, end } = configuration
  return { ...(start && { start: new Date(start).toISOString() }), ...(end && { end: new Date(end).toISOString() }) }
}

/** Cancels a download before or while it runs; one that has ended stays unchanged. The run notices within a second. Throws NOT_FOUND. */
export async function cancelDownload(ctx: RequestContext, { id }: ById): Promise<DownloadItem> {
  await getDownloadItem(ctx, { id })
  await endWithoutFile(ctx, id, { status: 'cancelled', cancelledAt: ctx.now })
  auditSubject(ctx, 'download', id)
  return getDownloadItem(ctx, { id })
}

/** Deletes the files that are older than 7 days (shared/spec/contract.md#download-rules); their items stay. Then `resumeDownloads`. */
export async function sweepDownloads(services: Services): Promise<void> {
  const before = new Date(services.clock().getTime() - limits.downloadKeptMs)
  await inTransaction(services, 'sweep-downloads', async ({ db }) => {
    const old = await db
      .updateTable('download')
      .set({ keyId: null, wrappedKey: null })
      .where('finishedAt', '<=', before)
      // One that is being made again still needs its manifest.
      .where('status', '=', 'completed')
      .where('wrappedKey', 'is not', null)
      .returning('id')
      .execute()
    if (old.length === 0) return
    const ids = old.map((row) => row.id)
    await db.deleteFrom('download_piece').where('downloadId', 'in', ids).execute()
  })
  await resumeDownloads(services)
}

/**
 * Sends the job again for every download that has not ended: at start, for those whose worker was killed. A redundant job does no harm,
 * because a download that is running or has ended is left alone.
 */
export async function resumeDownloads(services: Services): Promise<void> {
  await inTransaction(services, 'resume-downloads', async ({ em, db }) => {
    const waiting = await db
      .selectFrom('download')
      .select('id as downloadId')
      .where('status', 'in', ['not-started', 'running'])
      .orderBy('id')
      .execute()
    await services.queue.send(em, 'run-download', waiting)
  })
}
