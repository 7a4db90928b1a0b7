import type { ByRespondent } from '@portico/shared/contract/fields'
import type { CallNote, CallNotes, InvitationPreview } from '@portico/shared/contract/cases'
import { Failure } from '../../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { markChanged } from '../../../infra/postgres/next-id.ts'
import { auditRespondents } from '../../../infra/security/audit/audit.ts'
import { inviteAgain } from '../../messages/invitations.ts'
import { writeInvitation } from '../../messages/queries.ts'
import { findContact } from './find-contact.ts'
import { inScope, type Scope } from '../scope.ts'

/** Records a telephone call and its outcome; a respondent who was reached need not be telephoned any more. Throws `NOT_FOUND`. */
export async function recordCall(ctx: RequestContext, scope: Scope, input: CallNote): Promise<Record<string, never>> {
  const { id: respondentId } = await findContact(ctx, scope, input, 'lock')
  await addCalls(ctx, [respondentId], input)
  return {}
}

/** Records a call with the same outcome to each of these respondents, all or none. Throws `NOT_FOUND` if one of them is not in scope. */
export async function recordCalls(ctx: RequestContext, scope: Scope, { respondents, outcome }: CallNotes): Promise<Record<string, never>> {
  const anonymousIds = [...new Set(respondents.map(({ anonymousId }) => anonymousId))]
  const found = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId'])
    .where('anonymousId', 'in', anonymousIds)
    .where(inScope(scope))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (found.length < anonymousIds.length) throw new Failure('NOT_FOUND')
  auditRespondents(ctx, anonymousIds)
  await addCalls(
    ctx,
    found.map(({ id }) => id),
    { outcome },
  )
  return {}
}

async function addCalls(
  ctx: RequestContext,
  respondentIds: readonly number[],
  call: Pick<CallNote, 'outcome' | 'callAgainOn'>,
): Promise<void> {
  const { outcome, callAgainOn = null } = call
  const accountId = callerOf(ctx).id
  const calls = respondentIds.map((respondentId) => ({ respondentId, accountId, outcome, callAgainOn, calledAt: ctx.now }))
  await ctx.db.insertInto('telephone_call').values(calls).execute()
  await markChanged(ctx, respondentIds)
}

/** Returns the invitation of a respondent as it would be sent now. Throws `NOT_FOUND`, `NOT_INVITED`. */
export async function previewInvitation(ctx: RequestContext, scope: Scope, input: ByRespondent): Promise<InvitationPreview> {
  const { id } = await findContact(ctx, scope, input)
  const written = await writeInvitation(ctx, id)
  if (!written) throw new Failure('NOT_INVITED')
  const { channel, to, language, text } = written
  return { channel, to, language, subject: written.channel === 'email' ? written.subject : '', text }
}

/**
 * Sends the current invitation again, unless a message about the workshop is pending; at most three a day go to one mailbox or number for
 * one workshop (shared/spec/contract.md#contact). Throws `NOT_FOUND`, `NOT_INVITED`, `INVALID_REQUEST`.
 */
export async function sendInvitationAgain(ctx: RequestContext, scope: Scope, input: ByRespondent): Promise<Record<string, never>> {
  // The row lock makes the second of two concurrent calls see the first's invitation.
  const { id } = await findContact(ctx, scope, input, 'lock')
  if (!(await writeInvitation(ctx, id))) throw new Failure('NOT_INVITED')
  await inviteAgain(ctx, id)
  return {}
}
