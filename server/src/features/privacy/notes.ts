import { inAuditedTransaction, inTransaction } from '../../infra/postgres/transaction.ts'
import { sql, type RequestContext, type Services } from '../../infra/request-context.ts'
import { addNotes, markerOf, type NoteKind } from '../../infra/security/privacy-notes.ts'
import { lockKept, lockPerson } from './find-person.ts'
import { deleteUnlessGone, resumeUse, stopUse } from './leaving.ts'

const notedAtOnce = 1_000
const readAtOnce = 10_000
const replayedAtOnce = 100

interface Noted {
  readonly kind: NoteKind
  readonly anonymousId: string
  readonly at: Date
}

/**
 * Notes outside of the database, in this file and in the log, who was deleted, who asked us to stop and who to go on, as markers: a backup from before
 * would undo it (shared/spec/operating.md#deleted-people). What happened is noted again rather than not at all.
 */
export async function writeNotes(services: Services, file: string): Promise<void> {
  for (const take of [takeDeletions, takeRequests])
    for (let noted = notedAtOnce; noted === notedAtOnce;)
      noted = await inTransaction(services, 'write-notes', async (ctx) => {
        const people = await take(ctx)
        const notes = people.map(({ kind, anonymousId, at }) => ({ kind, at, marker: markerOf(services.encryption, kind, anonymousId) }))
        if (notes.length > 0) await addNotes(file, notes)
        for (const { kind, marker, at } of notes) services.log.info({ [kind]: marker, at }, 'noted of a respondent')
        return notes.length
      })
}

async function takeDeletions({ db, now }: RequestContext): Promise<Noted[]> {
  const rows = await db
    .selectFrom('deleted_respondent')
    .select(['id', 'anonymousId', 'deletedAt'])
    .where('notedAt', 'is', null)
    .orderBy('id')
    .limit(notedAtOnce)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await db.updateTable('deleted_respondent').set({ notedAt: now }).where('id', 'in', ids).execute()
  return rows.map(({ anonymousId, deletedAt }) => ({ kind: 'deletion', anonymousId, at: deletedAt }))
}

async function takeRequests({ db, now }: RequestContext): Promise<Noted[]> {
  const rows = await db
    .selectFrom('privacy_request')
    .select(['id', 'anonymousId', 'kind', 'doneAt'])
    .where('notedAt', 'is', null)
    .where('doneAt', 'is not', null)
    .where('kind', 'in', ['stop', 'resume'])
    .orderBy('id')
    .limit(notedAtOnce)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await db.updateTable('privacy_request').set({ notedAt: now }).where('id', 'in', ids).execute()
  return rows.map(({ kind, anonymousId, doneAt }) => ({ kind: kind === 'stop' ? kind : 'resume', anonymousId, at: doneAt ?? now }))
}

/** How many people notes were carried out on again. */
export type Replayed = Readonly<Record<NoteKind, number>>

/** Carries notes out on everyone who is there, each as if they had asked for it: of stopping and going on, whichever was last. */
export async function replayNotes(services: Services, notes: ReadonlyMap<string, number>): Promise<Replayed> {
  const marked = notes.size > 0 ? await findMarked(services, notes) : []
  const replayed = { deletion: 0, stop: 0, resume: 0 }
  for (let start = 0; start < marked.length; start += replayedAtOnce)
    await inAuditedTransaction({ services, requestId: 'restore' }, 'privacy.replayed', async (ctx) => {
      for (const { id, kind } of marked.slice(start, start + replayedAtOnce)) if (await replay(ctx, id, kind)) replayed[kind] += 1
    })
  return replayed
}

async function findMarked({ orm, encryption }: Services, notes: ReadonlyMap<string, number>) {
  const everyone = sql(orm.em.fork()).selectFrom('respondent').select(['id', 'anonymousId']).orderBy('id').stream(readAtOnce)
  const marked: { readonly id: number; readonly kind: NoteKind }[] = []
  for await (const { id, anonymousId } of everyone) {
    const notedAt = (kind: NoteKind) => notes.get(markerOf(encryption, kind, anonymousId)) ?? -1
    const [stopped, resumed] = [notedAt('stop'), notedAt('resume')]
    if (notedAt('deletion') >= 0) marked.push({ id, kind: 'deletion' })
    else if (stopped >= 0 || resumed >= 0) marked.push({ id, kind: stopped >= resumed ? 'stop' : 'resume' })
  }
  return marked
}

async function replay(ctx: RequestContext, id: number, kind: NoteKind): Promise<boolean> {
  if (kind === 'deletion') {
    await deleteUnlessGone(ctx, id)
    return true
  }
  const person = await lockKept(ctx, await lockPerson(ctx, { id }))
  const isStopped = person.stoppedAs === 'asked'
  if (kind === 'stop' && !isStopped) await stopUse(ctx, person)
  // Whom staff withdrew since then is theirs to bring back.
  if (kind === 'resume' && isStopped) await resumeUse(ctx, person)
  return isStopped === (kind === 'resume')
}
