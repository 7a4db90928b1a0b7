import { sql } from 'kysely'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import type { Services } from '../../infra/request-context.ts'
import { isFirstOfAddress } from './invitations.ts'

const reminders = [
  { kind: 'reminder-week', days: 7 },
  { kind: 'reminder-day', days: 1 },
] as const

/**
 * Reminds the green dots of a workshop 7 days and 1 day before it, between 9:00 and 20:00 in its time zone, each at most once per date
 * however often it runs (shared/spec/contract.md#reminders); a reminder of another date is replaced. Skips respondents who were never told
 * its date and place, or were told in the last 24 hours, and all but three who share an address.
 */
export async function remindRespondents(services: Services): Promise<void> {
  await inTransaction(services, 'remind-respondents', async ({ db, now }) => {
    for (const { kind, days } of reminders) {
      // Checked first: on most days there is no such workshop, and no messages need to be scanned.
      const { rows } = await sql<{ id: number }>`
        select id from workshop where not is_test and event_date = (${now}::timestamptz at time zone time_zone)::date + ${days}::integer
          and extract(hour from ${now}::timestamptz at time zone time_zone) between 9 and 19`.execute(db)
      if (rows.length === 0) continue
      // Reminders of one date are all created between 9:00 and 20:00 of the same day.
      const halfADayAgo = sql`${now}::timestamptz - interval '12 hours'`
      await sql`
        insert into message (kind, respondent_id, created_at, due_at)
        select ${kind}::text, id, ${now}::timestamptz, ${now}::timestamptz from respondent
        where workshop_id = any(${rows.map(({ id }) => id)}::integer[]) and current_flag in ('green', 'not-applicable') and wrapped_key is not null
          and (select max(sent_at) from message where respondent_id = respondent.id and told is not null) <= ${now}::timestamptz - interval '24 hours'
          and ${isFirstOfAddress}
        order by id
        on conflict (respondent_id, kind) where kind in ('reminder-week', 'reminder-day')
          do update set created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0,
            sent_at = null, channel = null, delivery = null, refused_at = null, handed_over_at = null, handed_over_hash = null
          where message.created_at < ${halfADayAgo}`.execute(db)
    }
  })
}
