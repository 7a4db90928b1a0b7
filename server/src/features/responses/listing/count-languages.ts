import { sql } from 'kysely'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import type { RequestContext, Services } from '../../../infra/request-context.ts'
import { contactLanguages } from './contact-languages.ts'
import { contactsOf } from './contact-cache.ts'

const batchSize = 2_000

/**
 * Recounts contact languages of workshops whose counts do not add up to their respondents, some of whom answered before counts were kept.
 * Runs at start on one replica at a time and blocks submissions. Returns the number of recounted workshops.
 */
export function countContactLanguages(services: Services): Promise<number> {
  return inTransaction(services, 'count-contact-languages', async (ctx) => {
    await sql`lock table contact_language_count in share row exclusive mode`.execute(ctx.db)
    const { rows } = await sql<{ id: number }>`
      select id from workshop
      where coalesce((select sum(respondents) from respondent_count where workshop_id = workshop.id), 0)
        <> coalesce((select sum(respondents) from contact_language_count where workshop_id = workshop.id), 0)`.execute(ctx.db)
    for (const { id } of rows) await countWorkshop(ctx, id)
    return rows.length
  })
}

/** Counts one respondent of a workshop with this contact language more or less. */
export async function countLanguage(
  { db }: RequestContext,
  { workshopId, language }: { readonly workshopId: number; readonly language: string },
  change: 1 | -1,
): Promise<void> {
  await sql`
    insert into contact_language_count as counts (workshop_id, language, respondents) values (${workshopId}, ${language}, ${change})
    on conflict (workshop_id, language) do update set respondents = counts.respondents + excluded.respondents`.execute(db)
  await db
    .deleteFrom('contact_language_count')
    .where('workshopId', '=', workshopId)
    .where('language', '=', language)
    .where('respondents', '=', 0)
    .execute()
}

async function countWorkshop(ctx: RequestContext, workshopId: number): Promise<void> {
  const respondents = await ctx.db
    .selectFrom('respondent')
    .select('id')
    .where('workshopId', '=', workshopId)
    .where('wrappedKey', 'is not', null)
    .orderBy('id')
    .execute()
  const counts = new Map<string, number>()
  for (let from = 0; from < respondents.length; from += batchSize) {
    const ids = respondents.slice(from, from + batchSize).map(({ id }) => id)
    for (const language of (await contactLanguages(ctx, await contactsOf(ctx, ids))).values())
      counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  await ctx.db.deleteFrom('contact_language_count').where('workshopId', '=', workshopId).execute()
  const rows = [...counts].map(([language, count]) => ({ workshopId, language, respondents: count }))
  if (rows.length > 0) await ctx.db.insertInto('contact_language_count').values(rows).execute()
}
