import { sql as raw } from 'kysely'
import { inAuditedTransaction, inTransaction } from '../../infra/postgres/transaction.ts'
import { sql, type RequestContext, type Services } from '../../infra/request-context.ts'
import { addNotes, markerOf, type NoteKind } from '../../infra/security/privacy-notes.ts'
import { lockKeptCase, lockPerson } from './find-person.ts'
import { deleteIfPresent, reopenCase, setAside } from './removal.ts'

const noteBatchSize = 1_000
const readBatchSize = 10_000
const replayBatchSize = 100

interface Noted {
  readonly kind: NoteKind
  readonly anonymousId: string
  readonly at: Date
}

/**
 * Records outside the database, in this file and in the log, who was deleted, asked us to stop or asked to resume, as markers, because
 * restoring an older backup would undo it (shared/spec/operating.md#deleted-people). Delivery is at least once.
 */
export async function writeNotes(services: Services, file: string): Promise<void> {
  for (const next of [nextDeletions, nextRequests])
    for (let noted = noteBatchSize; noted === noteBatchSize;)
      noted = await inTransaction(services, 'write-notes', async (ctx) => {
        const people = await next(ctx)
        const notes = people.map(({ kind, anonymousId, at }) => ({ kind, at, marker: markerOf(services.encryption, kind, anonymousId) }))
        if (notes.length > 0) await addNotes(file, notes)
        for (const { kind, marker, at } of notes) services.log.info({ [kind]: marker, at }, 'noted of a respondent')
        return notes.length
      })
}

async function nextDeletions({ db, now }: RequestContext): Promise<Noted[]> {
  const rows = await db
    .selectFrom('deleted_respondent')
    .select(['id', 'anonymousId', 'deletedAt'])
    .where('notedAt', 'is', null)
    .orderBy('id')
    .limit(noteBatchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await db.updateTable('deleted_respondent').set({ notedAt: now }).where('id', 'in', ids).execute()
  return rows.map(({ anonymousId, deletedAt }) => ({ kind: 'deletion', anonymousId, at: deletedAt }))
}

async function nextRequests({ db, now }: RequestContext): Promise<Noted[]> {
  const rows = await db
    .selectFrom('privacy_request')
    .select(['id', 'respondentId', 'anonymousId', 'kind', 'doneAt'])
    .where('notedAt', 'is', null)
    .where('doneAt', 'is not', null)
    .where('kind', 'in', ['stop', 'resume'])
    .orderBy('id')
    .limit(noteBatchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await db.updateTable('privacy_request').set({ notedAt: now }).where('id', 'in', ids).execute()
  const others = await mergedWith(
    db,
    rows.flatMap(({ respondentId }) => respondentId ?? []),
  )
  return rows.flatMap(({ respondentId, anonymousId, kind, doneAt }) =>
    [anonymousId, ...(others.get(respondentId ?? 0) ?? [])].map((one): Noted => ({
      kind: kind === 'stop' ? kind : 'resume',
      anonymousId: one,
      at: doneAt ?? now,
    })),
  )
}

// A person who asks with one number means all of their cases; in a backup from before they were merged, each is separate.
async function mergedWith(db: RequestContext['db'], ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await raw<{ asker: number; anonymousId: string }>`
    with recursive cases (asker, id) as (
      select asker, asker from unnest(${ids}::bigint[]) as asker
      union
      select asker, case when respondent_id = id then merged_into_id else respondent_id end
      from cases join stopped_respondent on id in (respondent_id, merged_into_id) where merged_into_id is not null
    )
    select asker::float8 as asker, anonymous_id as "anonymousId" from cases join respondent on respondent.id = cases.id
    where cases.id <> asker order by 1, 2`.execute(db)
  return new Map([...Map.groupBy(rows, ({ asker }) => asker)].map(([asker, all]) => [asker, all.map(({ anonymousId }) => anonymousId)]))
}

/** The number of people for whom each kind of note was replayed. */
export type Replayed = Readonly<Record<NoteKind, number>>

/** Replays notes for every respondent that exists, as if each had asked again; of stopping and resuming, the latest applies. */
export async function replayNotes(services: Services, notes: ReadonlyMap<string, number>): Promise<Replayed> {
  const marked = notes.size > 0 ? await findMarked(services, notes) : []
  const deleted = new Set(marked.flatMap(({ id, kind }) => (kind === 'deletion' ? id : [])))
  const replayed = { deletion: 0, stop: 0, resume: 0 }
  for (let start = 0; start < marked.length; start += replayBatchSize)
    await inAuditedTransaction({ services, requestId: 'restore' }, 'privacy.replayed', async (ctx) => {
      for (const one of marked.slice(start, start + replayBatchSize)) if (await replay(ctx, one, deleted)) replayed[one.kind] += 1
    })
  return replayed
}

async function findMarked({ orm, encryption }: Services, notes: ReadonlyMap<string, number>) {
  const everyone = sql(orm.em.fork()).selectFrom('respondent').select(['id', 'anonymousId']).orderBy('id').stream(readBatchSize)
  const marked: Marked[] = []
  for await (const { id, anonymousId } of everyone) {
    const notedAt = (kind: NoteKind) => notes.get(markerOf(encryption, kind, anonymousId)) ?? -1
    const [stopped, resumed] = [notedAt('stop'), notedAt('resume')]
    if (notedAt('deletion') >= 0) marked.push({ id, kind: 'deletion' })
    else if (stopped >= 0 || resumed >= 0) marked.push({ id, kind: stopped >= resumed ? 'stop' : 'resume' })
  }
  // Deletions come first: a case that was separated from a deleted person must stand alone before its own notes are replayed.
  return [...marked.filter(({ kind }) => kind === 'deletion'), ...marked.filter(({ kind }) => kind !== 'deletion')]
}

interface Marked {
  readonly id: number
  readonly kind: NoteKind
}

async function replay(ctx: RequestContext, { id, kind }: Marked, deleted: ReadonlySet<number>): Promise<boolean> {
  if (kind === 'deletion') {
    await separateOthers(ctx, id, deleted)
    await deleteIfPresent(ctx, id)
    return true
  }
  const person = await lockKeptCase(ctx, await lockPerson(ctx, { id }))
  const isStopped = person.stoppedAs === 'asked'
  if (kind === 'stop' && !isStopped) await setAside(ctx, person)
  // Cases that staff withdrew since then are theirs to restore.
  if (kind === 'resume' && isStopped) await reopenCase(ctx, person)
  return isStopped === (kind === 'resume')
}

// Deleting a person also deletes the cases merged into theirs. A case without a deletion note had been separated before: it belongs to
// somebody else.
async function separateOthers(ctx: RequestContext, id: number, deleted: ReadonlySet<number>): Promise<void> {
  const merged = await ctx.db.selectFrom('stopped_respondent').select('respondentId').where('mergedIntoId', '=', id).execute()
  for (const { respondentId } of merged) if (!deleted.has(respondentId)) await reopenCase(ctx, await lockPerson(ctx, { id: respondentId }))
}
