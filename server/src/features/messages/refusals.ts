import { sql } from 'kysely'
import type { RequestContext } from '../../infra/request-context.ts'
import type { Contact } from '../../infra/security/sealed-respondent.ts'
import { isUndeliverable } from './state.ts'

/** SQL expression: whether a query's message ended as an e-mail because the mail server refuses its recipient, or was given up. */
export const isEmailRefusedForGood = sql<boolean>`(message.channel is distinct from 'text' and ${isUndeliverable})`

type Addresses = Pick<Contact, 'email' | 'phoneNumber'>

/** Whether messages go to another address or number than before. */
export function hasNewAddress(before: Addresses, after: Addresses): boolean {
  return (after.email ?? after.phoneNumber) !== (before.email ?? before.phoneNumber)
}

/**
 * Forgets that the mail server or the gateway refused a respondent, because they have another address or return: what waits is tried for as
 * long as if it were new, and an invitation that had ended can be sent (shared/spec/contract.md#messages).
 */
export async function forgetRefusals({ db }: Pick<RequestContext, 'db'>, respondentId: number): Promise<void> {
  await db
    .updateTable('message')
    .set({ attempts: 0, refusedAt: null, delivery: null })
    .where('respondentId', '=', respondentId)
    .where('sentAt', 'is', null)
    .where((where) => where.or([where('dueAt', 'is not', null), where('kind', '=', 'invitation')]))
    .execute()
}

/** Whether a respondent gets no invitation at their address because the mail server refuses it for good, or did so until it was given up. */
export async function isInvitationRefused({ db }: Pick<RequestContext, 'db'>, respondentId: number): Promise<boolean> {
  const refused = db.selectFrom('message').select('id').where('respondentId', '=', respondentId).where('kind', '=', 'invitation')
  return (await refused.where(isEmailRefusedForGood).executeTakeFirst()) !== undefined
}
