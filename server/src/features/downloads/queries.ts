import { limits } from '@portico/shared/words/limits'
import type { ById, DownloadFormat, DownloadItem, DownloadList, DownloadProgress, FileReply } from '@portico/shared/contract/downloads'
import type { Page } from '@portico/shared/contract/paging'
import { auditCount, auditSubject, auditRespondents } from '../../infra/security/audit/audit.ts'
import { Failure } from '../../infra/failure.ts'
import { FileResponse } from '../../infra/files/file-response.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { openFile } from './sealed-file.ts'
import { isBeyondToken, workshopIdOf } from '../responses/scope.ts'
import { downloadItemView } from './views.ts'

/** Lists the downloads of one workshop, newest first. Throws NOT_FOUND for an unknown workshop. */
export async function listDownloads(ctx: RequestContext, { workshopName, pagination }: DownloadList): Promise<Page<DownloadItem>> {
  const workshopId = await workshopIdOf(ctx, workshopName)
  const { offset, count } = pagination
  const rows = await downloadRows(ctx)
    .where('workshopId', '=', workshopId)
    .orderBy('download.id', 'desc')
    .offset(offset)
    .limit(count)
    .execute()
  const { all } = await ctx.db
    .selectFrom('download')
    .select((select) => select.fn.countAll<number>().as('all'))
    .where('workshopId', '=', workshopId)
    .executeTakeFirstOrThrow()
  auditCount(
    ctx,
    rows.reduce((sum, { total }) => sum + total, 0),
  )
  return {
    items: rows.map(downloadItemView),
    pagination: { batchSize: count, offset, hasMore: offset + rows.length < all },
    meta: { count: all },
  }
}

/** Returns one download. Throws NOT_FOUND. */
export async function getDownloadItem(ctx: RequestContext, { id }: ById): Promise<DownloadItem> {
  const row = await downloadRows(ctx).where('download.id', '=', id).executeTakeFirst()
  if (!row || isBeyondToken(ctx, row.workshopId)) throw new Failure('NOT_FOUND')
  auditCount(ctx, row.total)
  return downloadItemView(row)
}

/** Returns the progress of a download, and why it failed if it did. Throws NOT_FOUND. */
export async function getDownloadStatus(ctx: RequestContext, input: ById): Promise<DownloadProgress> {
  const { status, progress, failure } = await getDownloadItem(ctx, input)
  return { status, progress, failure }
}

const mediaTypes: Record<DownloadFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/**
 * Returns the finished file, named after its workshop and unsealed piece by piece as it is read. The audit entry names everyone in it.
 * Throws NOT_FOUND; DOWNLOAD_NOT_READY until it is complete, while it is made again and once it is 7 days old (shared/spec/contract.md#download-rules); and
 * FORBIDDEN for a file with notes if an API token calls, because tokens never read notes.
 */
export async function getDownloadFile(ctx: RequestContext, { id }: ById): Promise<FileReply> {
  const row = await ctx.db
    .selectFrom('download')
    .innerJoin('workshop', 'workshop.id', 'download.workshopId')
    .select(['download.id', 'workshopId', 'workshop.name', 'format', 'notes', 'status', 'finishedAt', 'keyId', 'wrappedKey'])
    .where('download.id', '=', id)
    .executeTakeFirst()
  if (!row || isBeyondToken(ctx, row.workshopId)) throw new Failure('NOT_FOUND')
  if (row.notes && ctx.caller?.token) throw new Failure('FORBIDDEN')
  const { keyId, wrappedKey, finishedAt } = row
  if (row.status !== 'completed' || !keyId || !wrappedKey || !finishedAt) throw new Failure('DOWNLOAD_NOT_READY')
  if (finishedAt.getTime() + limits.downloadKeptMs <= ctx.now.getTime()) throw new Failure('DOWNLOAD_NOT_READY')

  const file = await openFile(ctx.services, { downloadId: id, keyId, wrappedKey })
  auditSubject(ctx, 'download', id)
  if (row.notes) auditSubject(ctx, 'notes', 'exported')
  auditRespondents(ctx, file.anonymousIds)
  return new FileResponse('/api/downloads/getDownloadFile', `${row.name}.${row.format}`, mediaTypes[row.format], file.chunks)
}

function downloadRows(ctx: RequestContext) {
  return ctx.db
    .selectFrom('download')
    .innerJoin('workshop', 'workshop.id', 'download.workshopId')
    .innerJoin('account', 'account.id', 'download.requesterId')
    .select([
      'download.id',
      'workshopId',
      'workshop.name as workshopName',
      'configuration',
      'format',
      'notes',
      'columns',
      'status',
      'done',
      'total',
      'account.name as requester',
    ])
    .select(['initiatedAt', 'finishedAt', 'cancelledAt', 'failedAt', 'failureMessage'])
}
