import { limits } from '@portico/shared/words/limits'
import type { ChallengeKind } from '../../../entities/staff/second-factor.ts'
import { Failure } from '../../../infra/failure.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { hashOfSecret, newSecret } from '../../../infra/security/encryption.ts'

/** After so many answers a challenge is worth nothing: a sign-in begins again with the password. */
const triesAtMost = 5

/**
 * Makes a challenge that can be answered once within five minutes (ten at an identity provider), from the same place: `boundTo` is a network address, the id of
 * the session that asks, or what a cookie holds. The text that leaves is the WebAuthn challenge as well; only its hash is stored.
 */
export async function createChallenge(
  ctx: RequestContext,
  kind: ChallengeKind,
  { accountId, boundTo }: { readonly accountId: number | null; readonly boundTo: string },
): Promise<string> {
  const token = newSecret()
  await ctx.db
    .insertInto('sign_in_challenge')
    .values({
      kind,
      tokenHash: hashOfSecret(token),
      accountId,
      boundTo: challengeAssociatedData(ctx, boundTo),
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + (kind === 'single-sign-on' ? limits.singleSignOnMs : limits.signInChallengeMs)),
    })
    .execute()
  return token
}

/**
 * Uses a challenge up and gives its account. Of two who answer it at once one is taken; when the transaction is rolled back because the
 * answer was wrong, it may be answered again. Throws `CHALLENGE_EXPIRED`.
 */
export async function spendChallenge(ctx: RequestContext, kind: ChallengeKind, token: string, boundTo: string): Promise<number | null> {
  const used = await ctx.db
    .updateTable('sign_in_challenge')
    .set({ usedAt: ctx.now })
    .where('tokenHash', '=', hashOfSecret(token))
    .where('kind', '=', kind)
    .where('boundTo', '=', challengeAssociatedData(ctx, boundTo))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .returning('accountId')
    .executeTakeFirst()
  if (!used) throw new Failure('CHALLENGE_EXPIRED')
  return used.accountId
}

/**
 * Counts an answer to a sign-in that waits for its second step, and says whose it is and how many there were. Commit it before the answer
 * is looked at, outside of the transaction that a wrong one rolls back: of many at once, no more are judged. Throws `CHALLENGE_EXPIRED`.
 */
export async function countTry(ctx: RequestContext, token: string, boundTo: string): Promise<{ accountId: number; tries: number }> {
  const counted = await ctx.db
    .updateTable('sign_in_challenge')
    .set((row) => ({ wrongTries: row('wrongTries', '+', 1) }))
    .where('tokenHash', '=', hashOfSecret(token))
    .where('kind', '=', 'second-factor')
    .where('boundTo', '=', challengeAssociatedData(ctx, boundTo))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .where('wrongTries', '<', triesAtMost)
    .returning(['accountId', 'wrongTries as tries'])
    .executeTakeFirst()
  if (!counted || counted.accountId === null) throw new Failure('CHALLENGE_EXPIRED')
  return { accountId: counted.accountId, tries: counted.tries }
}

/** The account of a sign-in that waits for its second step. Throws `CHALLENGE_EXPIRED`. */
export async function accountOfChallenge(ctx: RequestContext, token: string, boundTo: string): Promise<number> {
  const found = await ctx.db
    .selectFrom('sign_in_challenge')
    .select('accountId')
    .where('tokenHash', '=', hashOfSecret(token))
    .where('kind', '=', 'second-factor')
    .where('boundTo', '=', challengeAssociatedData(ctx, boundTo))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .where('wrongTries', '<', triesAtMost)
    .executeTakeFirst()
  if (!found || found.accountId === null) throw new Failure('CHALLENGE_EXPIRED')
  return found.accountId
}

/** Ends every sign-in of an account that waits for its second step, as after a new password. */
export async function voidChallenges(ctx: RequestContext, accountId: number): Promise<void> {
  await ctx.db
    .updateTable('sign_in_challenge')
    .set({ usedAt: ctx.now })
    .where('accountId', '=', accountId)
    .where('usedAt', 'is', null)
    .execute()
}

function challengeAssociatedData(ctx: RequestContext, boundTo: string): Buffer {
  return ctx.services.encryption.lookupHash('challenge', boundTo)
}
