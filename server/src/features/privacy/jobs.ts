import { sql } from 'kysely'
import { daysLeft, keptSince } from '@portico/shared/rules/privacy'
import { dayIn } from '@portico/shared/rules/red-rules'
import { inAuditedTransaction, inTransaction } from '../../infra/postgres/transaction.ts'
import { sql as statements, type RequestContext, type Services } from '../../infra/request-context.ts'
import { adminsToNotify, enqueuePrivacyReminder } from '../messages/commands.ts'
import { lockPerson } from './find-person.ts'
import { deletePerson } from './removal.ts'

const batchSize = 100
const urgentDays = 2
const dayMs = 86_400_000

/**
 * Deletes everyone whose workshop was more than `retentionDays` ago (shared/spec/product.md#privacy-times), as if each had asked for it; a
 * case that others were merged into counts from the latest of their workshops. Respondents of a workshop without a date are kept. Nobody can undo a deletion, so it takes two clocks, that of this machine and
 * `databaseClock`: a machine whose clock runs ahead deletes nobody.
 */
export async function deleteAfterRetention(services: Services, databaseClock = askDatabase): Promise<void> {
  const db = statements(services.orm.em.fork())
  const now = new Date(Math.min(services.clock().getTime(), (await databaseClock(services)).getTime()))
  const workshops = await db.selectFrom('workshop').select(['id', 'eventDate', 'timeZone']).execute()
  for (const workshop of workshops.filter((one) => isOver(services, one, now))) {
    for (let last: number | undefined = 0; last !== undefined;) {
      const batch: Batch = { workshopId: workshop.id, after: last, now }
      last = await inAuditedTransaction({ services, requestId: 'retention' }, 'privacy.retention', (ctx) => deleteBatch(ctx, batch))
    }
  }
}

interface Batch {
  readonly workshopId: number
  /** The last respondent of the batch before. */
  readonly after: number
  readonly now: Date
}

function isOver({ retentionDays }: Services, { eventDate, timeZone }: { eventDate: string | null; timeZone: string }, now: Date): boolean {
  return eventDate !== null && eventDate < keptSince(dayIn(timeZone, now), retentionDays)
}

async function askDatabase({ orm }: Services): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(statements(orm.em.fork()))
  const [row] = rows
  if (!row) throw new Error('The database did not tell the time')
  return row.at
}

/**
 * Makes PostgreSQL sample its tables again if somebody was deleted in the last day: planner statistics contain copies of values, and those
 * of deleted people must not stay until autovacuum refreshes them (shared/spec/operating.md#deleted-people).
 */
export async function refreshStatistics({ orm, clock }: Services): Promise<void> {
  const db = statements(orm.em.fork())
  const since = new Date(clock().getTime() - dayMs)
  const deleted = await db.selectFrom('deleted_respondent').select('id').where('deletedAt', '>=', since).limit(1).executeTakeFirst()
  if (deleted) await sql`select forget_samples()`.execute(db)
}

// Returns the last respondent of the batch; undefined if there are no more.
async function deleteBatch(ctx: RequestContext, batch: Batch): Promise<number | undefined> {
  const { workshopId, after, now } = batch
  if (!(await lockIfOver(ctx, workshopId, now))) return undefined
  const rows = await ctx.db
    .selectFrom('respondent')
    .select('id')
    .where('workshopId', '=', workshopId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  for (const { id } of rows) await deleteIfDue(ctx, id, batch)
  return rows.length === batchSize ? rows.at(-1)?.id : undefined
}

// Until the end of the transaction, nobody can change the date.
async function lockIfOver({ db, services }: RequestContext, workshopId: number, now: Date): Promise<boolean> {
  const workshop = await db
    .selectFrom('workshop')
    .select(['eventDate', 'timeZone'])
    .where('id', '=', workshopId)
    .forShare()
    .executeTakeFirst()
  return workshop !== undefined && isOver(services, workshop, now)
}

// They may just have been moved, or been deleted together with the case that theirs was merged into.
async function deleteIfDue(ctx: RequestContext, id: number, { workshopId, now }: Batch): Promise<void> {
  const row = await ctx.db
    .selectFrom('respondent')
    .select('id')
    .where('id', '=', id)
    .where('workshopId', '=', workshopId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  for (const other of await workshopsMergedInto(ctx, id)) if (!(await lockIfOver(ctx, other, now))) return
  await deletePerson(ctx, await lockPerson(ctx, row))
}

async function workshopsMergedInto({ db }: RequestContext, id: number): Promise<number[]> {
  const { rows } = await sql<{ workshopId: number }>`
    with recursive cases (id) as (
      select ${id}::bigint union select respondent_id from cases join stopped_respondent on merged_into_id = cases.id
    )
    select distinct workshop_id as "workshopId" from cases join respondent using (id) where id <> ${id} order by 1`.execute(db)
  return rows.map(({ workshopId }) => workshopId)
}

/**
 * E-mails every admin how many requests are open and how many days the most urgent has left: once when one arrives, then daily in its last
 * two days and afterwards. Contains no names or anonymous ids.
 */
export async function remindOfRequests(services: Services): Promise<void> {
  await inTransaction(services, 'remind-of-requests', async (ctx) => {
    const { rows } = await sql<{ id: number }>`
      update privacy_request set reminded_at = ${ctx.now} where done_at is null and (reminded_at is null
        or (due_at < ${ctx.now}::timestamptz + make_interval(days => ${urgentDays}) and reminded_at < ${ctx.now}::timestamptz - interval '23 hours'))
      returning id`.execute(ctx.db)
    if (rows.length === 0) return
    const open = await ctx.db
      .selectFrom('privacy_request')
      .select((select) => [select.fn.countAll<string>().as('waiting'), select.fn.min('dueAt').as('dueAt')])
      .where('doneAt', 'is', null)
      .executeTakeFirstOrThrow()
    const days = open.dueAt && daysLeft(open.dueAt, ctx.now)
    for (const { email: to, name } of await adminsToNotify(ctx))
      await enqueuePrivacyReminder(ctx, { to, name, waiting: Number(open.waiting), days })
  })
}

/**
 * Deletes counts at zero, which would show the flags, agencies, language and day of people who were the only ones counted there and were
 * deleted since. Counts that somebody is changing are left for the next run: waiting for them while holding others could deadlock.
 */
export async function sweepEmptyCounts(services: Services): Promise<void> {
  await inTransaction(services, 'sweep-empty-counts', async ({ db }) => {
    await sql`delete from respondent_count where ctid = any (array(
      select ctid from respondent_count where respondents = 0 for update skip locked))`.execute(db)
  })
}

/** Deletes expired links and visits. */
export async function sweepPrivacyLinks(services: Services): Promise<void> {
  await inTransaction(services, 'sweep-privacy-links', async ({ db, now }) => {
    await db.deleteFrom('privacy_link').where('expiresAt', '<', now).execute()
  })
}
