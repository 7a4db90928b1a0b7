import { isAdmin } from '@portico/shared/rules/accounts'
import { accountTypes, type Role } from '@portico/shared/words/roles'
import type { RequestContext } from '../../infra/request-context.ts'
import { cancelAnnouncementsOf } from '../announcements/commands.ts'
import { mayInvite } from '../auth/accounts.ts'
import { expireInvitationsFrom, voidLinks } from '../auth/links.ts'
import { endAllSessions } from '../auth/sessions.ts'
import { deleteReviewLinksOf } from '../questionnaires/reviews/reviews.ts'
import { giveUpNewRulesOf } from '../responses/new-rules/commands.ts'
import { disableWebhooksOf } from '../webhooks/commands.ts'
import { revokeTokensOf } from './api-tokens.ts'

/**
 * Ends what an account set going and could not set going with the rights that it keeps
 * (shared/spec/access-matrix.md#disabling-and-demoting). `held` are its roles before the change, none if it was disabled. Lock the account's
 * row first.
 */
export async function endLostRights(
  ctx: RequestContext,
  { id, held }: { readonly id: number; readonly held: readonly Role[] },
  kept: readonly Role[] | 'disabled',
): Promise<void> {
  if (kept === 'disabled') {
    await endAllSessions(ctx, id)
    await voidLinks(ctx, id, ['verify', 'reset'])
  }
  const roles = kept === 'disabled' ? [] : kept
  if (!isAdmin(roles)) await revokeTokensOf(ctx, id)
  const lost = accountTypes.filter((type) => mayInvite(held, type) && !mayInvite(roles, type))
  if (lost.length > 0) await expireInvitationsFrom(ctx, id, lost)
  if (!isAdmin(held) || isAdmin(roles)) return
  await disableWebhooksOf(ctx, id)
  await cancelAnnouncementsOf(ctx, id)
  await deleteReviewLinksOf(ctx, id)
  await giveUpNewRulesOf(ctx, id)
}
