import { sql } from 'kysely'
import { keptDigestBytes } from '../../entities/privacy/withdrawn-respondent.ts'
import { lock } from '../../infra/postgres/locks.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { openContact } from '../../infra/security/sealed-respondent.ts'
import { removeFromFiles } from '../downloads/made-again.ts'
import { forgetRefusals } from '../messages/refusals.ts'
import { contactLanguageOf } from '../questionnaires/definitions.ts'
import { assignWaiting } from '../responses/assignment/assignment.ts'
import { wasInvited } from '../responses/contact/find-contact.ts'
import { countLanguage } from '../responses/listing/count-languages.ts'
import { forgetContacts } from '../responses/listing/contact-cache.ts'
import { judgeReopenedCase } from '../responses/new-rules/rules-of-case.ts'
import { lockPerson, type Person } from './find-person.ts'

/**
 * Deletes a respondent permanently: their row and key, with decisions, notes, calls, messages, check-ins and links; finished spreadsheets
 * that contain them; their share of the counts. Cases merged into theirs are deleted too, because they are the same person. What remains is
 * that they existed (`deleted_respondent`) and the audit trail, which has no personal data (shared/spec/contract.md#privacy-requests).
 * Their row must be locked.
 */
export async function deletePerson(ctx: RequestContext, person: Person): Promise<void> {
  const { id } = person
  const merged = await ctx.db.selectFrom('stopped_respondent').select('respondentId').where('mergedIntoId', '=', id).execute()
  for (const { respondentId } of merged) await deletePerson(ctx, await lockPerson(ctx, { id: respondentId }))
  await removeDerivedData(ctx, person)
  await closeRequests(ctx, id)
  await recordDeletion(ctx, id)
  await ctx.db.deleteFrom('respondent').where('id', '=', id).execute()
}

async function recordDeletion({ db, now }: RequestContext, id: number): Promise<void> {
  const digest = sql`substring(idempotency_hash for ${keptDigestBytes})`
  await sql`
    insert into deleted_respondent (id, anonymous_id, workshop_id, deleted_at, answers_digest)
    select id, anonymous_id, workshop_id, ${now}, ${digest} from respondent where id = ${id}`.execute(db)
}

// What a deleted person still asked for is settled, and was not a stop or resumption to be noted for a restored backup.
async function closeRequests({ db, now, caller }: RequestContext, respondentId: number): Promise<void> {
  await db.updateTable('privacy_request').set({ sealed: null }).where('respondentId', '=', respondentId).execute()
  await db
    .updateTable('privacy_request')
    .set({ doneAt: now, doneById: caller?.id ?? null, notedAt: now })
    .where('respondentId', '=', respondentId)
    .where('doneAt', 'is', null)
    .execute()
}

/** Deletes one of many respondents, unless they were already deleted together with a case that theirs was merged into. */
export async function deleteIfPresent(ctx: RequestContext, id: number): Promise<void> {
  const row = await ctx.db.selectFrom('respondent').select('id').where('id', '=', id).executeTakeFirst()
  if (row) await deletePerson(ctx, await lockPerson(ctx, row))
}

/** How and by whom a key is set aside; the default is the person themselves. */
export type SetAside =
  | { readonly kind: 'withdrawn'; readonly setAsideById: number }
  | { readonly kind: 'merged'; readonly setAsideById: number; readonly mergedIntoId: number }

/**
 * Sets a respondent's key aside: from the next request on, nobody can find, open, write to or export them until `endSetAside`. If staff had
 * withdrawn the case and the person now asks us to stop, only the person can undo it. Their row must be locked.
 */
export async function setAside(
  ctx: RequestContext,
  person: Person,
  how: SetAside | { readonly kind: 'asked' } = { kind: 'asked' },
): Promise<void> {
  const { id, keyId, wrappedKey } = person
  if (person.stoppedAt && how.kind === 'asked') {
    const asked = { kind: 'asked', setAsideById: null } as const
    await ctx.db.updateTable('stopped_respondent').set(asked).where('respondentId', '=', id).execute()
  }
  if (person.stoppedAt || !wrappedKey) return
  await removeDerivedData(ctx, person)
  await ctx.db
    .insertInto('stopped_respondent')
    .values({ respondentId: id, keyId, wrappedKey, stoppedAt: ctx.now, ...how })
    .execute()
  await ctx.db.updateTable('respondent').set({ wrappedKey: null }).where('id', '=', id).execute()
  await ctx.db.deleteFrom('case_claim').where('respondentId', '=', id).execute()
}

/**
 * Restores a respondent's key, assigns an agency if they wait for one, and sends an invitation that was withheld. Their row must be locked.
 */
export async function endSetAside(ctx: RequestContext, person: Person): Promise<void> {
  if (!person.stoppedAt) return
  await ctx.db.updateTable('respondent').set({ wrappedKey: person.wrappedKey }).where('id', '=', person.id).execute()
  await ctx.db.deleteFrom('stopped_respondent').where('respondentId', '=', person.id).execute()
  await adjustCount(ctx, person, 1)
  await forgetRefusals(ctx, person.id)
  // An invitation that became due while the key was set aside is scheduled again.
  if (!(await wasInvited(ctx, person.id)))
    await ctx.db
      .updateTable('message')
      .set({ dueAt: ctx.now, attempts: 0 })
      .where('respondentId', '=', person.id)
      .where('kind', '=', 'invitation')
      .execute()
  // An agency may have joined since.
  await assignWaiting(ctx, person.workshopId, person.id)
}

/** Ends setting aside, and applies the rules that were applied to open cases meanwhile. Their row must be locked. */
export async function reopenCase(ctx: RequestContext, person: Person): Promise<void> {
  await endSetAside(ctx, person)
  if (person.stoppedAt) await judgeReopenedCase(ctx, person)
}

// Takes the same lock as exports: one that is about to finish waits and then finds the person gone; a finished one is found here.
async function removeDerivedData(ctx: RequestContext, person: Person): Promise<void> {
  await lock(ctx.db, 'respondentRemoval', person.workshopId)
  await removeFromFiles(ctx, person)
  forgetContacts(ctx.services.encryption, [person.id])
  if (!person.stoppedAt) await adjustCount(ctx, person, -1)
}

async function adjustCount(ctx: RequestContext, person: Person, change: 1 | -1): Promise<void> {
  const language = await contactLanguageOf(ctx, person, openContact(ctx.services.encryption, person))
  await countLanguage(ctx, { workshopId: person.workshopId, language }, change)
}
