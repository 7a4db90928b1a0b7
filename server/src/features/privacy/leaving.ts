import { sql } from 'kysely'
import { lock } from '../../infra/postgres/locks.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { openContact } from '../../infra/security/sealed-respondent.ts'
import { destroyFilesWith } from '../downloads/sealed-file.ts'
import { contactLanguageOf } from '../questionnaires/definitions.ts'
import { forgetContacts } from '../responses/listing/search.ts'
import type { Person } from './find-person.ts'

/**
 * Deletes a respondent for good: row and key, and with them decisions, notes, calls, messages, check-ins and links; finished spreadsheets that they are
 * in; their place in the counts. What stays is that they were here (`deleted_respondent`) and the audit trail, which has no personal data
 * (shared/spec/contract.md#privacy-requests). Their row is locked.
 */
export async function deletePerson(ctx: RequestContext, person: Person): Promise<void> {
  const { id, anonymousId, workshopId } = person
  await leave(ctx, person)
  await ctx.db.updateTable('privacy_request').set({ sealed: null }).where('respondentId', '=', id).execute()
  await ctx.db.insertInto('deleted_respondent').values({ id, anonymousId, workshopId, deletedAt: ctx.now }).execute()
  await ctx.db.deleteFrom('respondent').where('id', '=', id).execute()
}

/** Puts a respondent's key away: from the next request on nobody finds or opens them, writes to them or exports them, until `resumeUse`. Their row is locked. */
export async function stopUse(ctx: RequestContext, person: Person): Promise<void> {
  const { id, keyId, wrappedKey } = person
  if (person.stoppedAt || !wrappedKey) return
  await leave(ctx, person)
  await ctx.db.insertInto('stopped_respondent').values({ respondentId: id, keyId, wrappedKey, stoppedAt: ctx.now }).execute()
  await ctx.db.updateTable('respondent').set({ wrappedKey: null }).where('id', '=', id).execute()
  await ctx.db.deleteFrom('case_claim').where('respondentId', '=', id).execute()
}

/** Gives a respondent who asked us to stop their key back. Their row is locked. */
export async function resumeUse(ctx: RequestContext, person: Person): Promise<void> {
  if (!person.stoppedAt) return
  await ctx.db.updateTable('respondent').set({ wrappedKey: person.wrappedKey }).where('id', '=', person.id).execute()
  await ctx.db.deleteFrom('stopped_respondent').where('respondentId', '=', person.id).execute()
  await countLanguage(ctx, person, 1)
}

// An export of the workshop that is about to end waits, and then finds that somebody has gone; one that has ended is found here.
async function leave(ctx: RequestContext, person: Person): Promise<void> {
  await lock(ctx.db, 'leavingRespondents', person.workshopId)
  await destroyFilesWith(ctx, person)
  forgetContacts(ctx.services.encryption, [person.id])
  if (!person.stoppedAt) await countLanguage(ctx, person, -1)
}

async function countLanguage(ctx: RequestContext, person: Person, change: 1 | -1): Promise<void> {
  const language = await contactLanguageOf(ctx, person, openContact(ctx.services.encryption, person))
  const { workshopId } = person
  await sql`
    insert into contact_language_count as counts (workshop_id, language, respondents) values (${workshopId}, ${language}, ${change})
    on conflict (workshop_id, language) do update set respondents = counts.respondents + excluded.respondents`.execute(ctx.db)
  await ctx.db
    .deleteFrom('contact_language_count')
    .where('workshopId', '=', workshopId)
    .where('language', '=', language)
    .where('respondents', '=', 0)
    .execute()
}
