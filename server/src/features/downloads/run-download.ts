import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import type { Configuration, DownloadColumn, DownloadFormat } from '@portico/shared/contract/downloads'
import { faults } from '@portico/shared/words/failures'
import { auditSubject, writeAudit } from '../../infra/security/audit/audit.ts'
import { Failure } from '../../infra/failure.ts'
import { ProcessStopped } from '../../infra/processes/limited-process.ts'
import { isOutage } from '../../infra/postgres/connection-loss.ts'
import { lock, tryLock } from '../../infra/postgres/locks.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { sql, type Services, type RequestContext } from '../../infra/request-context.ts'
import { findNewest, findPublished, type Published } from '../questionnaires/definitions.ts'
import { findTemplate } from '../questionnaires/sealed-definitions.ts'
import { exportInProcess } from './export/export-in-process.ts'
import type { ExportInput, ExportPart } from './export/export-row.ts'
import { endWithoutFile, findPeopleOfFile } from './made-again.ts'
import { notesPart } from './notes-part.ts'
import { casesPart, earlierPart } from './respondent-sheets.ts'
import { openRespondents, RespondentLeft, selectRespondents } from './respondents.ts'
import { startFile, writeManifest, writePieces, type NewFile } from './sealed-file.ts'

const pollIntervalMs = 500
const maxLockWaitMs = 2_000
const lockRetryMs = 100
const markBatchSize = 10_000

/** Thrown when the download was cancelled while it ran. */
class Cancelled extends Error {}

interface Claimed {
  readonly id: number
  readonly workshopId: number
  readonly configuration: Configuration
  readonly format: DownloadFormat
  readonly notes: boolean
  readonly columns: readonly DownloadColumn[]
  /** When its file was first complete; null if it never was. */
  readonly finishedAt: Date | null
}

/**
 * Writes a download's file from scratch in one transaction: its pieces, its completion and the downloaded marks become visible together or
 * not at all, so a cancelled, failed or killed run leaves nothing. The transaction holds the workshop's lock, so that downloads of a
 * workshop never overlap; if the lock is taken, the job goes to the end of the queue. Throws what a retry may fix: a stopping process
 * (`signal`, or that of the export), a lost connection, a respondent deleted during the run.
 */
export async function runDownload(services: Services, downloadId: number, signal: AbortSignal): Promise<void> {
  const requestId = randomUUID()
  try {
    await inTransaction(services, requestId, (ctx) => runAlone(ctx, downloadId, signal))
  } catch (error) {
    if (error instanceof Cancelled) return
    signal.throwIfAborted()
    if (isTransient(error) || error instanceof RespondentLeft || error instanceof ProcessStopped) throw error
    services.log.error({ err: error, downloadId, requestId }, 'a download failed')
    await recordFailure(services, downloadId, error instanceof Failure ? error.message : `${faults.INTERNAL_ERROR.message} (${requestId})`)
  }
}

async function runAlone(ctx: RequestContext, downloadId: number, signal: AbortSignal): Promise<void> {
  if (!(await tryLock(ctx.db, 'download', downloadId))) return
  const download = await ctx.db.selectFrom('download').select('workshopId').where('id', '=', downloadId).executeTakeFirst()
  if (!download) return
  for (let waited = 0; !(await tryLock(ctx.db, 'workshopDownloads', download.workshopId)); waited += lockRetryMs) {
    if (waited >= maxLockWaitMs) return ctx.services.queue.send(ctx.em, 'run-download', [{ downloadId }])
    await setTimeout(lockRetryMs, undefined, { signal })
  }
  const claimed = await claim(ctx.services, downloadId)
  if (claimed) await makeFile(ctx, claimed, signal)
}

// Runs outside the transaction so that the status is visible at once. Returns undefined if the download has ended.
function claim(services: Services, downloadId: number): Promise<Claimed | undefined> {
  return sql(services.orm.em.fork())
    .updateTable('download')
    .set({ status: 'running', startedAt: services.clock(), done: 0, total: 0 })
    .where('id', '=', downloadId)
    .where('status', 'in', ['not-started', 'running'])
    .returning(['id', 'workshopId', 'configuration', 'format', 'notes', 'columns', 'finishedAt'])
    .executeTakeFirst()
}

async function makeFile(ctx: RequestContext, download: Claimed, signal: AbortSignal): Promise<void> {
  const selection = (await findPeopleOfFile(ctx.services, download.id)) ?? download.configuration
  const selected = await selectRespondents(ctx, download.workshopId, selection)
  const ids = [...selected.values()].flat()
  const watch = watchDownload(ctx.services, download.id, ids.length)
  const stop = AbortSignal.any([signal, watch.signal])
  try {
    const workshop = await ctx.db
      .selectFrom('workshop')
      .select(['name', 'timeZone'])
      .where('id', '=', download.workshopId)
      .executeTakeFirstOrThrow()
    const slot = await ctx.db.selectFrom('slot').select('id').where('workshopId', '=', download.workshopId).limit(1).executeTakeFirst()
    const { notes, columns, format } = download
    const parts = await partsOf(ctx, download, selected, stop)
    const input: ExportInput = {
      parts,
      facts: {
        workshopName: workshop.name,
        exportedAt: ctx.now,
        respondentCount: ids.length,
        timeZone: workshop.timeZone,
        slots: slot !== undefined,
        notes,
        columns,
      },
      // The additional sheets have rows too, so `done` can exceed the number of respondents.
      onProgress: (done) => watch.progress(Math.min(done, ids.length)),
      signal: stop,
    }
    const file = startFile(ctx.services, download.id)
    const bytes = await writePieces(ctx, file, exportInProcess(input, format))
    stop.throwIfAborted()
    // The watch updates the row that `complete` locks, so it has to end first to avoid a deadlock.
    await watch.end()
    await complete(ctx, download, file, { bytes, ids, notes })
  } catch (error) {
    // An abort can surface as various errors; the reason of the signal is the one to throw.
    stop.throwIfAborted()
    throw error
  } finally {
    await watch.end()
  }
}

interface Watch {
  /** Aborts with `Cancelled` when the download is no longer running. */
  readonly signal: AbortSignal
  readonly progress: (done: number) => void
  end(): Promise<void>
}

// Twice a second, stores the progress and thereby detects a cancellation by any replica.
function watchDownload(services: Services, downloadId: number, total: number): Watch {
  const cancelled = new AbortController()
  const ended = new AbortController()
  let done = 0
  async function poll(): Promise<void> {
    while (!ended.signal.aborted) {
      const { numUpdatedRows } = await sql(services.orm.em.fork())
        .updateTable('download')
        .set({ done, total })
        .where('id', '=', downloadId)
        .where('status', '=', 'running')
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return cancelled.abort(new Cancelled())
      await setTimeout(pollIntervalMs, undefined, { signal: ended.signal }).catch(() => {})
    }
  }
  const polling = poll().catch((error: unknown) => cancelled.abort(error))
  return {
    signal: cancelled.signal,
    progress: (now) => void (done = now),
    async end() {
      ended.abort()
      await polling
    },
  }
}

// The workshop's questionnaires in its order, then those that it no longer offers but that have answers; workbooks get additional sheets.
async function partsOf(
  ctx: RequestContext,
  { workshopId, format, notes, columns }: Claimed,
  selected: ReadonlyMap<string, number[]>,
  signal: AbortSignal,
): Promise<ExportPart[]> {
  const offered = await ctx.db
    .selectFrom('workshop_questionnaire')
    .select('questionnaireName as name')
    .where('workshopId', '=', workshopId)
    .orderBy('position')
    .execute()
  const names = new Set([...offered.map(({ name }) => name), ...[...selected.keys()].toSorted()])
  const parts: ExportPart[] = []
  for (const name of names) {
    const newest = await findNewest(ctx, name)
    if (!newest) continue
    const ids = selected.get(name) ?? []
    parts.push({
      definition: newest.definition,
      template: await findTemplate(ctx, newest.id),
      rows: () => openRespondents(ctx.services, ids, { signal, notes }),
      count: ids.length,
      earlier: await earlierQuestions(ctx, newest, ids),
    })
  }
  if (parts.length === 0) throw new Failure('INVALID_REQUEST', 'This workshop has no questionnaire, so there is nothing to write.')
  if (format === 'csv') return parts
  const earlier = await earlierPart(parts)
  const cases = columns.length > 0 ? [await casesPart(parts, columns)] : []
  const noted = notes ? [await notesPart(ctx, parts, [...selected.values()].flat(), signal)] : []
  return [...parts, ...(earlier ? [earlier] : []), ...cases, ...noted]
}

/** Returns the questions that these respondents were asked in earlier versions and that the newest one no longer has, newest version first. */
async function earlierQuestions(ctx: RequestContext, newest: Published, ids: readonly number[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('respondent')
    .select('questionnaireId')
    .distinct()
    .where('id', '=', raw<number>`any(${ids}::bigint[])`)
    .where('questionnaireId', '<>', newest.id)
    .orderBy('questionnaireId', 'desc')
    .execute()
  const current = new Set(newest.asking.map(({ identifier }) => identifier))
  const identifiers = new Set<string>()
  for (const { questionnaireId } of rows)
    for (const { identifier } of (await findPublished(ctx, questionnaireId))?.asking ?? [])
      if (!current.has(identifier)) identifiers.add(identifier)
  return [...identifiers]
}

async function complete(
  ctx: RequestContext,
  download: Claimed,
  file: NewFile,
  made: { bytes: number; ids: readonly number[]; notes: boolean },
): Promise<void> {
  const finishedAt = download.finishedAt ?? ctx.services.clock()
  // Taken before the row of the download, as by those who leave.
  await lock(ctx.db, 'respondentRemoval', download.workshopId)
  const completed = await ctx.db
    .updateTable('download')
    .set({
      status: 'completed',
      finishedAt,
      done: made.ids.length,
      total: made.ids.length,
      keyId: file.key.keyId,
      wrappedKey: file.key.wrapped,
    })
    .where('id', '=', file.downloadId)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  if (!completed) throw new Cancelled()
  const anonymousIds = await markDownloaded(ctx, download.workshopId, made.ids, finishedAt)
  if (anonymousIds.length < made.ids.length) throw new RespondentLeft()
  await writeManifest(ctx, file, { bytes: made.bytes, anonymousIds })
  auditSubject(ctx, 'download', file.downloadId)
  if (made.notes) auditSubject(ctx, 'notes', 'exported')
  await writeAudit(ctx, 'downloads.runDownload')
}

// Marks exactly those in the file who still belong to the workshop, whoever has arrived since. Locks in order of id, like everything that
// locks several respondents.
async function markDownloaded(ctx: RequestContext, workshopId: number, ids: readonly number[], at: Date): Promise<string[]> {
  const inOrder = ids.toSorted((one, other) => one - other)
  const anonymousIds: string[] = []
  for (let from = 0; from < inOrder.length; from += markBatchSize) {
    const some = raw<number>`any(${inOrder.slice(from, from + markBatchSize)}::bigint[])`
    const written = await ctx.db
      .selectFrom('respondent')
      .select('anonymousId')
      .where('id', '=', some)
      .where('workshopId', '=', workshopId)
      .where('wrappedKey', 'is not', null)
      .execute()
    for (const { anonymousId } of written) anonymousIds.push(anonymousId)
    await raw`
      with fresh as (select id from respondent where id = ${some} and downloaded_at is null order by id for no key update)
      update respondent set downloaded_at = ${at} from fresh where respondent.id = fresh.id`.execute(ctx.db)
  }
  return anonymousIds
}

async function recordFailure(services: Services, downloadId: number, message: string): Promise<void> {
  await inTransaction(services, randomUUID(), async (ctx) => {
    await endWithoutFile(ctx, downloadId, { status: 'failed', failedAt: ctx.now, failureMessage: message })
    auditSubject(ctx, 'download', downloadId)
    await writeAudit(ctx, 'downloads.runDownload')
  })
}

const serialization = new Set(['40001', '40P01'])

function isTransient(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && serialization.has(at.code)) return true
  return isOutage(error)
}
