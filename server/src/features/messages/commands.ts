import { sql } from 'kysely'
import { isAdmin } from '@portico/shared/rules/accounts'
import type { Role } from '@portico/shared/words/roles'
import type { SignInChange } from '@portico/shared/words/second-factors'
import type { MessageKind } from '../../entities/messages/message.ts'
import { nextId } from '../../infra/postgres/next-id.ts'
import { sealJson } from '../../infra/security/encryption.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import {
  emailKeyOwner,
  emailAssociatedData,
  type Mention,
  type PrivacyLink,
  type PrivacyReminder,
  type ReviewReminder,
  type SignInNotice,
  type StaffEmail,
  type StaffEmailKind,
  type TemplateTest,
  type WebhookNotice,
} from './staff-email.ts'

/**
 * Enqueues an e-mail with a link for a staff member, in `language` (default: English). Address, name and link are sealed, and deleted once
 * it is sent. Part of the call's transaction.
 */
export async function enqueueEmail(ctx: RequestContext, email: StaffEmail & { readonly kind: StaffEmailKind }): Promise<void> {
  const { kind, ...content } = email
  await enqueueSealed(ctx, kind, content)
}

/**
 * Notifies a staff member, in English like the staff screens, of a change to their sign-in. `detail`: the name they gave to what changed.
 * Part of the call's transaction.
 */
export async function enqueueSignInNotice(
  ctx: RequestContext,
  { email, name }: { readonly email: string; readonly name: string },
  change: SignInChange,
  detail?: string,
): Promise<void> {
  const content: SignInNotice = { to: email, name, change, detail, at: ctx.now.toISOString() }
  await enqueueSealed(ctx, 'sign-in-notice', content)
}

/** Tells a reviewer about waiting cases. Part of the call's transaction. */
export async function enqueueReviewReminder(ctx: RequestContext, content: ReviewReminder): Promise<void> {
  await enqueueSealed(ctx, 'review-reminder', content)
}

/** Tells a colleague that the caller mentioned them in a note on this case, without its content. Part of the call's transaction. */
export async function enqueueMention(
  ctx: RequestContext,
  colleague: { readonly email: string; readonly name: string; readonly roles: readonly Role[] },
  anonymousId: string,
): Promise<void> {
  const list = isAdmin(colleague.roles) ? 'admin/response-overview/all' : 'agency/inprogress'
  const address = `${ctx.services.publicUrl}/home/${list}?open=${anonymousId}`
  const content: Mention = { to: colleague.email, name: colleague.name, by: callerOf(ctx).name, address }
  await enqueueSealed(ctx, 'mention', content)
}

/** Tells an admin that a webhook was disabled. Part of the transaction. */
export async function enqueueWebhookNotice(ctx: RequestContext, content: WebhookNotice): Promise<void> {
  await enqueueSealed(ctx, 'webhook-disabled', content)
}

/** Sends a respondent the link to their data; the message is deleted with the respondent. Part of the call's transaction. */
export async function enqueuePrivacyLink(ctx: RequestContext, respondentId: number, content: PrivacyLink): Promise<void> {
  await enqueueSealed(ctx, 'privacy-link', content, respondentId)
}

/** Tells an admin about open privacy requests. Part of the call's transaction. */
export async function enqueuePrivacyReminder(ctx: RequestContext, content: PrivacyReminder): Promise<void> {
  await enqueueSealed(ctx, 'privacy-reminder', content)
}

/** Sends an admin a test of an e-mail to respondents. Part of the call's transaction. */
export async function enqueueTemplateTest(ctx: RequestContext, content: TemplateTest): Promise<void> {
  await enqueueSealed(ctx, 'template-test', content)
}

async function enqueueSealed(
  ctx: RequestContext,
  kind: MessageKind,
  content: StaffEmail | SignInNotice | ReviewReminder | Mention | WebhookNotice | PrivacyLink | PrivacyReminder | TemplateTest,
  respondentId: number | null = null,
): Promise<void> {
  const messageId = await nextId(ctx.db, 'message')
  const { key, keyId, wrapped } = ctx.services.encryption.newDataKey(emailKeyOwner(messageId))
  const sealed = sealJson(key, emailAssociatedData(messageId), content)
  await ctx.db
    .insertInto('message')
    .values({ id: messageId, kind, respondentId, keyId, wrappedKey: wrapped, sealed, createdAt: ctx.now, dueAt: ctx.now })
    .execute()
}

/** Returns every admin with a verified address who is not disabled. */
export function adminsToNotify({ db }: RequestContext): Promise<{ email: string; name: string }[]> {
  return db
    .selectFrom('account')
    .select(['email', 'name'])
    .where('verifiedAt', 'is not', null)
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`roles && array['ADMIN_USER', 'ROOT_USER']`)
    .orderBy('id')
    .execute()
}
