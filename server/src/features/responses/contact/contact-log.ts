import type { ByRespondent } from '@portico/shared/contract/fields'
import { isWelcome } from '@portico/shared/rules/flags'
import { invitingKinds } from '@portico/shared/words/messages'
import type { ContactLog } from '@portico/shared/contract/cases'
import type { RequestContext } from '../../../infra/request-context.ts'
import { isUndeliverable, maxAttempts } from '../../messages/state.ts'
import { repliesOf } from '../../messages/texts/replies.ts'
import { isTextStopped } from '../../messages/texts/write-text.ts'
import { findContact } from './find-contact.ts'
import type { Scope } from '../scope.ts'

/**
 * Returns the messages and telephone calls of a respondent in scope, and their replies by text, newest first
 * (shared/spec/contract.md#contact). Throws `NOT_FOUND`.
 */
export async function getContactLog(ctx: RequestContext, scope: Scope, input: ByRespondent): Promise<ContactLog> {
  const person = await findContact(ctx, scope, input)
  const calls = await ctx.db
    .selectFrom('telephone_call')
    .innerJoin('account', 'account.id', 'telephone_call.accountId')
    .select(['outcome', 'callAgainOn', 'calledAt', 'account.name as by'])
    .where('respondentId', '=', person.id)
    .orderBy('telephone_call.id', 'desc')
    .execute()
  const replies = await repliesOf(ctx, person)
  const channelNow = person.hasEmail || !ctx.services.texts ? 'email' : 'text'
  return {
    messages: (await messagesTo(ctx, person.id)).map((message) => ({
      kind: message.kind,
      channel: message.channel ?? (message.sentAt ? 'email' : channelNow),
      again: message.kind === 'invitation-again',
      state: stateOf(message, isWelcome(person.currentFlag)),
      queuedAt: message.createdAt.toISOString(),
      sentAt: message.sentAt?.toISOString() ?? null,
    })),
    calls: calls.map((call) => ({ ...call, calledAt: call.calledAt.toISOString() })),
    replies: replies.map(({ text, attachments, receivedAt }) => ({ text, attachments, receivedAt: receivedAt.toISOString() })),
    textsStopped: person.phoneHash !== null && (await isTextStopped(ctx, person.phoneHash)),
  }
}

function messagesTo({ db }: RequestContext, respondentId: number) {
  return db
    .selectFrom('message')
    .select(['kind', 'channel', 'createdAt', 'sentAt', 'dueAt', 'attempts', 'delivery'])
    .where('respondentId', '=', respondentId)
    .where((where) =>
      where.or([
        where('kind', 'in', ['invitation', 'invitation-again']),
        where('channel', '=', 'text'),
        // Those that ended because the recipient is refused, or were given up, are why staff telephone.
        where.and([where('kind', 'in', invitingKinds), isUndeliverable]),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()
}

type Message = Awaited<ReturnType<typeof messagesTo>>[number]

// The first invitation is tried again when they become green again; one that staff sent again is not.
function stateOf({ kind, sentAt, dueAt, attempts, delivery }: Message, welcome: boolean): ContactLog['messages'][number]['state'] {
  if (delivery && !dueAt) return delivery
  if (sentAt) return 'sent'
  if (!dueAt && attempts >= maxAttempts) return 'given-up'
  if (!welcome && (kind === 'invitation' || dueAt)) return 'held'
  return dueAt ? 'waiting' : 'not-sent'
}
