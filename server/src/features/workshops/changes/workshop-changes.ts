import type { ChangeNotice, OutdatedInvitations } from '@portico/shared/contract/workshop-changes'
import { invitingKinds } from '@portico/shared/words/messages'
import { sql, type RawBuilder } from 'kysely'
import { Failure } from '../../../infra/failure.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { auditCount, auditSubject } from '../../../infra/security/audit/audit.ts'
import { isFirstOfAddress } from '../../messages/invitations.ts'
import { previewWorkshopChange, factsFingerprint } from '../../messages/queries.ts'
import { contactLanguages } from '../../responses/listing/contact-languages.ts'
import { contactsOf } from '../../responses/listing/contact-cache.ts'

const batchSize = 2_000

/**
 * Lists the workshops that are not over whose respondents hold an e-mail with an outdated date or place, with their number
 * (shared/spec/contract.md#changed-workshops).
 */
export async function listOutdatedInvitations(ctx: RequestContext): Promise<OutdatedInvitations> {
  const { rows } = await sql<{ name: string; title: string; respondents: number }>`
    select workshop.name, workshop.title, count(*)::int as respondents
    from workshop join (${respondentsWithOutdatedEmail(ctx)}) outdated on outdated.workshop_id = workshop.id
    group by workshop.id order by workshop.event_date nulls last, workshop.id`.execute(ctx.db)
  auditCount(
    ctx,
    rows.reduce((sum, { respondents }) => sum + respondents, 0),
  )
  return rows
}

/**
 * Returns how many respondents `sendChangeNotice` would write to, by language, and its text in one language. Throws `NOT_FOUND` for an
 * unknown workshop.
 */
export async function previewChangeNotice(
  ctx: RequestContext,
  input: { readonly name: string; readonly language: string },
): Promise<ChangeNotice> {
  const workshop = await ctx.db.selectFrom('workshop').selectAll().where('name', '=', input.name).executeTakeFirst()
  if (!workshop) throw new Failure('NOT_FOUND')
  const { rows: people } = await sql<{ id: number }>`${respondentsWithOutdatedEmail(ctx, workshop.id)}`.execute(ctx.db)
  const counts = new Map<string, number>()
  for (let start = 0; start < people.length; start += batchSize) {
    const ids = people.slice(start, start + batchSize).map(({ id }) => id)
    for (const language of (await contactLanguages(ctx, await contactsOf(ctx, ids))).values())
      counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  auditSubject(ctx, 'workshop', workshop.id)
  auditCount(ctx, people.length)
  const byLanguage = [...counts].map(([language, respondents]) => ({ language, respondents }))
  return {
    byLanguage: byLanguage.sort((one, other) => other.respondents - one.respondents || (one.language < other.language ? -1 : 1)),
    ...(await previewWorkshopChange(ctx, input.language, workshop)),
  }
}

/**
 * Writes to everyone who holds an e-mail with an outdated date or place of this workshop, but to at most three of one address, and returns
 * how many (shared/spec/contract.md#changed-workshops). Idempotent: a repeated call sends nothing again. Throws `NOT_FOUND` for an unknown
 * workshop.
 */
export async function sendChangeNotice(ctx: RequestContext, { name }: { readonly name: string }): Promise<{ respondents: number }> {
  // The row lock serializes concurrent calls, so that the second sees the messages of the first.
  const workshop = await ctx.db.selectFrom('workshop').select('id').where('name', '=', name).forNoKeyUpdate().executeTakeFirst()
  if (!workshop) throw new Failure('NOT_FOUND')
  await releaseSeatNotices(ctx, workshop.id)
  const { numAffectedRows = 0n } = await sql`
    insert into message (kind, respondent_id, created_at, due_at)
    select 'workshop-change', id, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz from (${respondentsWithOutdatedEmail(ctx, workshop.id)}) people`.execute(
    ctx.db,
  )
  auditSubject(ctx, 'workshop', workshop.id)
  auditCount(ctx, Number(numAffectedRows))
  return { respondents: Number(numAffectedRows) }
}

// A notice of a seat may wait for the next day (`setSeat`). Its respondent gets no other, so it must leave now with the new date and place.
async function releaseSeatNotices({ db, now }: RequestContext, workshopId: number): Promise<void> {
  await sql`
    update message set due_at = ${now}::timestamptz from respondent
    where respondent.id = respondent_id and workshop_id = ${workshopId} and kind = 'workshop-change' and due_at > ${now}::timestamptz
      and ${isFirstOfAddress}`.execute(db)
}

// Respondents who are welcome and among the first of their address, whose last e-mail stated another date or place, and who have no pending e-mail that will state the current
// one when it leaves. `told` begins with the workshop id, so an index range scan skips everyone who is up to date.
function respondentsWithOutdatedEmail(ctx: RequestContext, workshopId?: number): RawBuilder<{ id: number }> {
  const only = workshopId === undefined ? sql`` : sql`and workshop.id = ${workshopId}`
  return sql`
    select distinct respondent.id, respondent.workshop_id
    from workshop
      cross join lateral (
        select respondent_id from message where told > workshop.id || ':' and told < ${factsFingerprint}
        union all
        select respondent_id from message where told > ${factsFingerprint} and told < workshop.id || ';') held
      join respondent on respondent.id = held.respondent_id
    where (workshop.event_date is null or workshop.event_date >= (${ctx.now}::timestamptz at time zone workshop.time_zone)::date) ${only}
      and not workshop.is_test
      and respondent.current_flag in ('green', 'not-applicable') and respondent.wrapped_key is not null
      and ${isFirstOfAddress}
      and (select told from message where respondent_id = respondent.id and told is not null order by sent_at desc limit 1) <> ${factsFingerprint}
      and not exists (select from message where respondent_id = respondent.id and due_at is not null and kind in (${sql.join(invitingKinds)}))
    order by respondent.id`
}
