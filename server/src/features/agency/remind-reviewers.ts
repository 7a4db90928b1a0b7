import { businessDaysBetween, compareWorkshops, reminderDay } from '@portico/shared/rules/queue'
import { dayIn } from '@portico/shared/rules/red-rules'
import { limits } from '@portico/shared/words/limits'
import { sql } from 'kysely'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { Failure } from '../../infra/failure.ts'
import { callerOf, type RequestContext, type Services } from '../../infra/request-context.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { enqueueReviewReminder } from '../messages/commands.ts'

const retentionDays = 7

/**
 * E-mails every reviewer who has not opted out how many cases wait and how long the longest has waited: on workdays at 8:00 in the time
 * zone of the most urgent workshop that they have cases of, once a day however often it runs (shared/spec/contract.md#queue).
 */
export async function remindReviewers(services: Services): Promise<void> {
  await inTransaction(services, 'remind-reviewers', async (ctx) => {
    const waiting = await waitingByAgency(ctx)
    for (const reviewer of await reviewers(ctx).where('reviewReminder', '=', true).execute()) await remind(ctx, reviewer, waiting)
    await ctx.db
      .deleteFrom('review_reminder')
      .where('day', '<', sql<string>`(${ctx.now}::timestamptz - make_interval(days => ${retentionDays}))::date`)
      .execute()
  })
}

interface Waiting {
  readonly agencyId: number
  readonly eventDate: string | null
  readonly timeZone: string
  readonly count: number
  /** The earliest date on which one of the waiting respondents answered, YYYY-MM-DD. */
  readonly since: string
}

async function waitingByAgency(ctx: RequestContext): Promise<readonly Waiting[]> {
  const rows = await ctx.db
    .selectFrom('respondent_count')
    .innerJoin('workshop', 'workshop.id', 'respondent_count.workshopId')
    .select((select) => [
      'agencyId',
      'workshop.eventDate',
      'workshop.timeZone',
      select.fn.sum<string>('respondents').as('count'),
      select.fn.min('submittedOn').as('since'),
    ])
    .where('flag', '=', 'in-progress')
    .where('workshop.isTest', '=', false)
    .where('respondents', '>', 0)
    .groupBy(['agencyId', 'workshop.id'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

interface Reviewer {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly agencyIds: readonly number[]
}

function reviewers(ctx: RequestContext) {
  return ctx.db
    .selectFrom('account')
    .innerJoin('agency_member', 'agency_member.accountId', 'account.id')
    .select(['account.id', 'email', 'name', sql<number[]>`array_agg(agency_id)`.as('agencyIds')])
    .where('verifiedAt', 'is not', null)
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`'AGENCY' = any(roles)`)
    .groupBy('account.id')
    .orderBy('account.id')
}

async function remind(
  ctx: RequestContext,
  { id: accountId, email: to, name, agencyIds }: Reviewer,
  all: readonly Waiting[],
): Promise<void> {
  const theirs = all.filter(({ agencyId }) => agencyIds.includes(agencyId))
  const today = (timeZone: string) => dayIn(timeZone, ctx.now)
  const [urgent] = theirs.map((row) => ({ ...row, today: today(row.timeZone) })).sort(compareWorkshops)
  const day = urgent && reminderDay(urgent.timeZone, ctx.now)
  if (day === undefined) return
  const first = await ctx.db
    .insertInto('review_reminder')
    .values({ accountId, day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('accountId')
    .executeTakeFirst()
  if (!first) return
  await enqueueReviewReminder(ctx, { to, name, ...summarize(ctx, theirs) })
}

function summarize({ now }: RequestContext, theirs: readonly Waiting[]): { waiting: number; longest: number } {
  return {
    waiting: theirs.reduce((sum, { count }) => sum + count, 0),
    longest: Math.max(...theirs.map(({ since, timeZone }) => businessDaysBetween(since, dayIn(timeZone, now)))),
  }
}

/**
 * E-mails every reviewer of an agency, in the caller's name, how many of its cases wait and how long the longest has waited; at most once
 * in 24 hours (shared/spec/contract.md#queue). Throws `NOT_FOUND`, `ALREADY_SET` within the 24 hours, and `INVALID_REQUEST` if no case
 * waits or the agency has no active reviewer.
 */
export async function remindAgency(ctx: RequestContext, { id }: { readonly id: number }): Promise<{ reviewers: number }> {
  // The row lock makes a second, concurrent reminder see the first.
  const agency = await ctx.db.selectFrom('agency').select('remindedAt').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!agency) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'agency', id)
  if (agency.remindedAt && ctx.now.getTime() - agency.remindedAt.getTime() < limits.agencyReminderMs)
    throw new Failure('ALREADY_SET', 'Its reviewers were reminded in the last 24 hours.')
  const theirs = (await waitingByAgency(ctx)).filter(({ agencyId }) => agencyId === id)
  const recipients = await reviewers(ctx).where('agency_member.agencyId', '=', id).execute()
  if (theirs.length === 0) throw new Failure('INVALID_REQUEST', 'None of its cases waits.')
  if (recipients.length === 0) throw new Failure('INVALID_REQUEST', 'It has no reviewer who can sign in.')
  const content = { ...summarize(ctx, theirs), by: callerOf(ctx).name }
  for (const { email: to, name } of recipients) await enqueueReviewReminder(ctx, { to, name, ...content })
  await ctx.db.updateTable('agency').set({ remindedAt: ctx.now }).where('id', '=', id).execute()
  return { reviewers: recipients.length }
}
