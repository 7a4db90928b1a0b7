import { sql as raw } from 'kysely'
import { sql, type RequestContext, type Services } from '../../infra/request-context.ts'
import { deletePieces, openManifest, sealedManifests, startFile, writeManifest } from './sealed-file.ts'

/**
 * Takes a respondent out of the files of their workshop. Every finished file with them is destroyed and made again for the others in it,
 * and the respondent is undownloaded if they come back (shared/spec/contract.md#download-rules). Their row, and `respondentRemoval` of the
 * workshop, must be locked.
 */
export async function removeFromFiles(
  ctx: RequestContext,
  { id, workshopId, anonymousId }: { readonly id: number; readonly workshopId: number; readonly anonymousId: string },
): Promise<void> {
  const files = await sealedManifests(ctx).select('status').where('workshopId', '=', workshopId).orderBy('download.id').execute()
  for (const { status, ...file } of files) {
    const { anonymousIds } = openManifest(ctx.services, file)
    if (!anonymousIds.includes(anonymousId)) continue
    const others = anonymousIds.filter((other) => other !== anonymousId)
    await replaceFile(ctx, file.downloadId, others)
    // A file that is being made again already will be started over, because somebody left.
    if (status === 'completed') await enqueueAgain(ctx, file.downloadId)
    await ctx.db.updateTable('respondent').set({ downloadedAt: null }).where('id', '=', id).execute()
  }
}

// Destroys the file with its key; only a manifest of those for whom it is made again stays, under a new key.
async function replaceFile(ctx: RequestContext, downloadId: number, anonymousIds: string[]): Promise<void> {
  const file = startFile(ctx.services, downloadId)
  const { keyId, wrapped: wrappedKey } = file.key
  await ctx.db.updateTable('download').set({ keyId, wrappedKey }).where('id', '=', downloadId).execute()
  await deletePieces(ctx, downloadId)
  await writeManifest(ctx, file, { bytes: 0, anonymousIds })
}

async function enqueueAgain(ctx: RequestContext, downloadId: number): Promise<void> {
  const waiting = { status: 'not-started', startedAt: ctx.now, done: 0, total: 0 } as const
  await ctx.db.updateTable('download').set(waiting).where('id', '=', downloadId).execute()
  await ctx.services.queue.send(ctx.em, 'run-download', [{ downloadId }])
}

/** Returns for whom a download has to be made again; undefined if it was never complete. */
export async function findPeopleOfFile(services: Services, downloadId: number): Promise<readonly string[] | undefined> {
  const row = await sealedManifests({ db: sql(services.orm.em.fork()) })
    .where('download.id', '=', downloadId)
    .executeTakeFirst()
  return row && openManifest(services, row).anonymousIds
}

/** How a download ends without a file, and when. */
export type EndWithoutFile =
  | { readonly status: 'cancelled'; readonly cancelledAt: Date }
  | { readonly status: 'failed'; readonly failedAt: Date; readonly failureMessage: string }

/**
 * Ends a download that is not complete; one that has ended stays unchanged. Those who were downloaded with its earlier file become
 * undownloaded again, because it will not be made again (shared/spec/contract.md#download-rules).
 */
export async function endWithoutFile(ctx: RequestContext, downloadId: number, end: EndWithoutFile): Promise<void> {
  const ended = await ctx.db
    .updateTable('download')
    .set({ ...end, keyId: null, wrappedKey: null })
    .where('id', '=', downloadId)
    .where('status', 'in', ['not-started', 'running'])
    .returning(['workshopId', 'finishedAt'])
    .executeTakeFirst()
  if (!ended?.finishedAt) return
  await ctx.db.deleteFrom('download_piece').where('downloadId', '=', downloadId).execute()
  // Downloads of a workshop complete one after another, so the time identifies the file that respondents were first in.
  await raw`
    with marked as (
      select id from respondent where workshop_id = ${ended.workshopId} and downloaded_at = ${ended.finishedAt}
      order by id for no key update)
    update respondent set downloaded_at = null from marked where respondent.id = marked.id`.execute(ctx.db)
}
