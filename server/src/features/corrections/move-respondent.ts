import type { Relocation } from '@portico/shared/contract/corrections'
import { isWelcome } from '@portico/shared/rules/flags'
import { dayIn } from '@portico/shared/rules/red-rules'
import { limits } from '@portico/shared/words/limits'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { Failure } from '../../infra/failure.ts'
import { lock } from '../../infra/postgres/locks.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { openContact } from '../../infra/security/sealed-respondent.ts'
import { removeFromFiles } from '../downloads/made-again.ts'
import { withdrawPostponedNotices } from '../messages/invitations.ts'
import { contactLanguageOf } from '../questionnaires/definitions.ts'
import { lockInvitations } from '../messages/outbox.ts'
import { wasInvited } from '../responses/contact/find-contact.ts'
import { countLanguage } from '../responses/listing/count-languages.ts'
import { endClaim } from '../responses/review/claims.ts'
import { updateReopenedCase } from '../responses/new-rules/rules-of-case.ts'
import { record } from '../responses/review/history.ts'
import { openCase, type Case } from '../responses/review/open-case.ts'
import { everyone } from '../responses/scope.ts'

/**
 * Moves a respondent to another workshop, keeping the questionnaire version that they answered. Their agency keeps the case if it takes
 * part there. A respondent who was invited to the first workshop is notified of the change; one who was not is invited once they are
 * welcome (shared/spec/contract.md#corrections). Throws `NOT_FOUND`, `CASE_CHANGED`, `ALREADY_SET`, `INVALID_REQUEST`.
 */
export async function moveRespondent(ctx: RequestContext, input: Relocation): Promise<Record<string, never>> {
  const reviewed = await openCase(ctx, await everyone(ctx), input.respondent)
  const [from, to] = await findWorkshops(ctx, reviewed, input.workshopName)
  if (to.id === from.id) throw new Failure('ALREADY_SET', 'They are with this workshop already.')
  if (reviewed.decisions.length !== input.version) throw new Failure('CASE_CHANGED')
  if (to.isTest !== from.isTest) throw new Failure('INVALID_REQUEST', 'Nobody goes to a test workshop, or comes from one.')
  if (reviewed.checkedInAt) throw new Failure('INVALID_REQUEST', 'They are checked in. Undo the check-in first.')
  if (to.eventDate !== null && to.eventDate < dayIn(to.timeZone, ctx.now)) throw new Failure('INVALID_REQUEST', 'This workshop is over.')
  auditSubject(ctx, 'workshop', from.id)
  auditSubject(ctx, 'workshop', to.id)
  await lock(ctx.db, 'respondentRemoval', from.id)
  await removeFromFiles(ctx, reviewed)
  const agencyId = await agencyAtWorkshop(ctx, reviewed, to.id)
  await ctx.db
    .updateTable('respondent')
    .set({
      workshopId: to.id,
      agencyId,
      downloadedAt: null,
      ...(agencyId === null && nobodyAssigned),
      ...(isWelcome(reviewed.currentFlag) && { telephoneSince: ctx.now }),
    })
    .where('id', '=', reviewed.id)
    .execute()
  const { id: respondentId, anonymousId } = reviewed
  await ctx.db.insertInto('workshop_move').values({ respondentId, anonymousId, workshopId: from.id, movedAt: ctx.now }).execute()
  const language = await contactLanguageOf(ctx, reviewed, openContact(ctx.services.encryption, reviewed))
  await countLanguage(ctx, { workshopId: from.id, language }, -1)
  await countLanguage(ctx, { workshopId: to.id, language }, 1)
  if (agencyId === null) await endClaim(ctx, respondentId)
  await releaseSeat(ctx, respondentId)
  await record(ctx, { ...reviewed, agencyId }, { about: 'move', flag: null, reason: input.reason, before: from.name, after: to.name })
  const currentFlag = await updateReopenedCase(ctx, { ...reviewed, workshopId: to.id, agencyId }, reviewed.forcedFlag)
  await enqueueMoveNotice(ctx, { ...reviewed, currentFlag })
  return {}
}

const nobodyAssigned = { assignedAt: null, assignedById: null, sealedAssignReason: null }

async function findWorkshops(ctx: RequestContext, { workshopId }: Case, name: string) {
  const found = await ctx.db
    .selectFrom('workshop')
    .select(['id', 'name', 'isTest', 'eventDate', 'timeZone'])
    .where((where) => where.or([where('id', '=', workshopId), where('name', '=', name)]))
    .execute()
  const [from, to] = [found.find(({ id }) => id === workshopId), found.find((workshop) => workshop.name === name)]
  if (!from || !to) throw new Failure('NOT_FOUND', 'There is no workshop of this name.')
  return [from, to] as const
}

// Seats and places on the waiting list belong to the first workshop.
async function releaseSeat({ db }: RequestContext, respondentId: number): Promise<void> {
  await db.updateTable('seat').set({ respondentId: null, offeredUntil: null }).where('respondentId', '=', respondentId).execute()
  await db.deleteFrom('waiting_place').where('respondentId', '=', respondentId).execute()
}

async function agencyAtWorkshop(ctx: RequestContext, { agencyId }: Case, workshopId: number): Promise<number | null> {
  if (agencyId === null) return null
  const takesPart = await ctx.db
    .selectFrom('workshop_agency')
    .select('agencyId')
    .where('workshopId', '=', workshopId)
    .where('agencyId', '=', agencyId)
    .executeTakeFirst()
  return takesPart?.agencyId ?? null
}

// A pending invitation takes the new workshop from the row when it is sent; one already sent, or being sent, names the old workshop.
async function enqueueMoveNotice(ctx: RequestContext, { id, currentFlag }: Case): Promise<void> {
  if (!isWelcome(currentFlag)) return
  const isInvitationSending = !(await lockInvitations(ctx, id))
  if (!isInvitationSending && !(await wasInvited(ctx, id))) return
  await withdrawPostponedNotices(ctx, id)
  const dueAt = new Date(ctx.now.getTime() + limits.undoShownMs)
  await ctx.db.insertInto('message').values({ kind: 'workshop-change', respondentId: id, createdAt: ctx.now, dueAt }).execute()
}
