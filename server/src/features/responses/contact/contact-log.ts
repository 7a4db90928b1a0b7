import type { ByRespondent } from '@portico/shared/contract/fields'
import { isWelcome } from '@portico/shared/rules/flags'
import type { ContactLog } from '@portico/shared/contract/cases'
import type { RequestContext } from '../../../infra/request-context.ts'
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
    messages: (await invitationsOf(ctx, id)).map(({ kind, createdAt, sentAt, dueAt }) => ({
      again: kind === 'invitation-again',
      state: stateOf({ sentAt, dueAt }, isWelcome(currentFlag)),
      queuedAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
    calls: calls.map((call) => ({ ...call, calledAt: call.calledAt.toISOString() })),
  }
}

function stateOf(
  { sentAt, dueAt }: { sentAt: Date | null; dueAt: Date | null },
  welcome: boolean,
): ContactLog['messages'][number]['state'] {
  if (sentAt) return 'sent'
  if (!welcome) return 'held'
  return dueAt ? 'waiting' : 'given-up'
}
