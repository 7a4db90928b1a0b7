import { lock } from '../../infra/postgres/locks.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { openContact } from '../../infra/security/sealed-respondent.ts'
import { destroyFilesWith } from '../downloads/sealed-file.ts'
import { contactLanguageOf } from '../questionnaires/definitions.ts'
import { assignWaiting } from '../responses/assignment/assignment.ts'
import { countLanguage } from '../responses/listing/count-languages.ts'
import { forgetContacts } from '../responses/listing/search.ts'
import { lockPerson, type Person } from './find-person.ts'

/**
 * Deletes a respondent for good: row and key, and with them decisions, notes, calls, messages, check-ins and links; finished spreadsheets that they are
 * in; their place in the counts. So goes whoever staff merged into them: it is the same person. What stays is that they were here (`deleted_respondent`) and the audit trail, which has no personal data
 * (shared/spec/contract.md#privacy-requests). Their row is locked.
 */
export async function deletePerson(ctx: RequestContext, person: Person): Promise<void> {
  const { id, anonymousId, workshopId } = person
  const merged = await ctx.db.selectFrom('stopped_respondent').select('respondentId').where('mergedIntoId', '=', id).execute()
  for (const { respondentId } of merged) await deletePerson(ctx, await lockPerson(ctx, { id: respondentId }))
  await leave(ctx, person)
  await ctx.db.updateTable('privacy_request').set({ sealed: null }).where('respondentId', '=', id).execute()
  await ctx.db.insertInto('deleted_respondent').values({ id, anonymousId, workshopId, deletedAt: ctx.now }).execute()
  await ctx.db.deleteFrom('respondent').where('id', '=', id).execute()
}

/** The same for one of many: whoever was merged into another one of them went with them. */
export async function deleteUnlessGone(ctx: RequestContext, id: number): Promise<void> {
  const row = await ctx.db.selectFrom('respondent').select('id').where('id', '=', id).executeTakeFirst()
  if (row) await deletePerson(ctx, await lockPerson(ctx, row))
}

/** Who puts a key away, and why; nothing: the person themselves. */
export type SetAside =
  | { readonly kind: 'withdrawn'; readonly setAsideById: number }
  | { readonly kind: 'merged'; readonly setAsideById: number; readonly mergedIntoId: number }

/**
 * Puts a respondent's key away: from the next request on nobody finds or opens them, writes to them or exports them, until `resumeUse`. Whom staff
 * withdrew before, and who asks it now, alone takes it back. Their row is locked.
 */
export async function stopUse(
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
  await leave(ctx, person)
  await ctx.db
    .insertInto('stopped_respondent')
    .values({ respondentId: id, keyId, wrappedKey, stoppedAt: ctx.now, ...how })
    .execute()
  await ctx.db.updateTable('respondent').set({ wrappedKey: null }).where('id', '=', id).execute()
  await ctx.db.deleteFrom('case_claim').where('respondentId', '=', id).execute()
}

/** Gives a respondent whose key was put away their key back, an agency if they wait for one, and the invitation that did not go out. Their row is locked. */
export async function resumeUse(ctx: RequestContext, person: Person): Promise<void> {
  if (!person.stoppedAt) return
  await ctx.db.updateTable('respondent').set({ wrappedKey: person.wrappedKey }).where('id', '=', person.id).execute()
  await ctx.db.deleteFrom('stopped_respondent').where('respondentId', '=', person.id).execute()
  await countAs(ctx, person, 1)
  // An invitation whose turn came meanwhile has another.
  await ctx.db
    .updateTable('message')
    .set({ dueAt: ctx.now })
    .where('respondentId', '=', person.id)
    .where('kind', '=', 'invitation')
    .where('sentAt', 'is', null)
    .execute()
  // One may have joined meanwhile.
  await assignWaiting(ctx, person.workshopId, person.id)
}

// An export of the workshop that is about to end waits, and then finds that somebody has gone; one that has ended is found here.
async function leave(ctx: RequestContext, person: Person): Promise<void> {
  await lock(ctx.db, 'leavingRespondents', person.workshopId)
  await destroyFilesWith(ctx, person)
  forgetContacts(ctx.services.encryption, [person.id])
  if (!person.stoppedAt) await countAs(ctx, person, -1)
}

async function countAs(ctx: RequestContext, person: Person, change: 1 | -1): Promise<void> {
  const language = await contactLanguageOf(ctx, person, openContact(ctx.services.encryption, person))
  await countLanguage(ctx, { workshopId: person.workshopId, language }, change)
}
