import type { ByRespondent } from '@portico/shared/contract/fields'
import { isWelcome } from '@portico/shared/rules/flags'
import type { ContactLog } from '@portico/shared/contract/cases'
import type { RequestContext } from '../../../infra/request-context.ts'
import { maxAttempts } from '../../messages/outbox.ts'
import { findContact, invitationsOf } from './find-contact.ts'
import type { Scope } from '../scope.ts'

/** The messages and telephone calls of a respondent in scope, newest first (shared/spec/contract.md#contact). Throws `NOT_FOUND`. */
export async function getContactLog(ctx: RequestContext, scope: Scope, input: ByRespondent): Promise<ContactLog> {
  const { id, currentFlag } = await findContact(ctx, scope, input)
  const calls = await ctx.db
    .selectFrom('telephone_call')
    .innerJoin('account', 'account.id', 'telephone_call.accountId')
    .select(['outcome', 'callAgainOn', 'calledAt', 'account.name as by'])
    .where('respondentId', '=', id)
    .orderBy('telephone_call.id', 'desc')
    .execute()
  return {
    messages: (await invitationsOf(ctx, id)).map((message) => ({
      again: message.kind === 'invitation-again',
      state: stateOf(message, isWelcome(currentFlag)),
      queuedAt: message.createdAt.toISOString(),
      sentAt: message.sentAt?.toISOString() ?? null,
    })),
    calls: calls.map((call) => ({ ...call, calledAt: call.calledAt.toISOString() })),
  }
}

type Message = Awaited<ReturnType<typeof invitationsOf>>[number]

// The first invitation gets another turn when they are green again; one that staff sent again does not.
function stateOf({ kind, sentAt, dueAt, attempts }: Message, welcome: boolean): ContactLog['messages'][number]['state'] {
  if (sentAt) return 'sent'
  if (!welcome && (kind === 'invitation' || dueAt)) return 'held'
  if (dueAt) return 'waiting'
  return attempts >= maxAttempts ? 'given-up' : 'not-sent'
}
