import type { CompiledQuery } from 'kysely'
import { limits } from '@portico/shared/words/limits'
import type { ChallengeKind } from '../../../entities/staff/second-factor.ts'
import { Failure } from '../../../infra/failure.ts'
import type { CallContext, RequestContext } from '../../../infra/request-context.ts'
import { hashOfSecret, newSecret } from '../../../infra/security/encryption.ts'

/** After this many answers a challenge is void and the sign-in starts again with the password. */
const maxTries = 5

/**
 * Creates a challenge that can be answered once within five minutes (ten for an identity provider), and only from where it was requested:
 * `boundTo` is a network address, the id of the requesting session, or a cookie value. The returned token is also the WebAuthn challenge;
 * only its hash is stored.
 */
export async function createChallenge(ctx: RequestContext, kind: ChallengeKind, holder: ChallengeHolder): Promise<string> {
  const { token, insertion } = prepareChallenge(ctx, kind, holder)
  await ctx.db.executeQuery(insertion)
  return token
}

/** Who can answer a challenge; null: any account. */
export interface ChallengeHolder {
  readonly accountId: number | null
  readonly boundTo: string
}

/** The same as `createChallenge`, but returns the statement that stores the challenge. */
export function prepareChallenge(
  ctx: CallContext,
  kind: ChallengeKind,
  { accountId, boundTo }: ChallengeHolder,
): { token: string; insertion: CompiledQuery } {
  const token = newSecret()
  const insertion = ctx.db
    .insertInto('sign_in_challenge')
    .values({
      kind,
      tokenHash: hashOfSecret(token),
      accountId,
      boundTo: bindingHash(ctx, boundTo),
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + (kind === 'single-sign-on' ? limits.singleSignOnMs : limits.signInChallengeMs)),
    })
    .compile()
  return { token, insertion }
}

/**
 * Uses a challenge up and returns its account. If two answers race, one is accepted; if a wrong answer rolls the transaction back, the
 * challenge can be answered again. Throws `CHALLENGE_EXPIRED`.
 */
export async function spendChallenge(ctx: RequestContext, kind: ChallengeKind, token: string, boundTo: string): Promise<number | null> {
  const used = await ctx.db
    .updateTable('sign_in_challenge')
    .set({ usedAt: ctx.now })
    .where('tokenHash', '=', hashOfSecret(token))
    .where('kind', '=', kind)
    .where('boundTo', '=', bindingHash(ctx, boundTo))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .returning('accountId')
    .executeTakeFirst()
  if (!used) throw new Failure('CHALLENGE_EXPIRED')
  return used.accountId
}

/**
 * Counts an answer to a sign-in that waits for its second step, and returns its account and the number of tries. Commit it before checking
 * the answer, outside the transaction that a wrong answer rolls back, so that concurrent answers cannot exceed the limit. Throws
 * `CHALLENGE_EXPIRED`.
 */
export async function countTry(ctx: RequestContext, token: string, boundTo: string): Promise<{ accountId: number; tries: number }> {
  const counted = await ctx.db
    .updateTable('sign_in_challenge')
    .set((row) => ({ wrongTries: row('wrongTries', '+', 1) }))
    .where('tokenHash', '=', hashOfSecret(token))
    .where('kind', '=', 'second-factor')
    .where('boundTo', '=', bindingHash(ctx, boundTo))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .where('wrongTries', '<', maxTries)
    .returning(['accountId', 'wrongTries as tries'])
    .executeTakeFirst()
  if (!counted || counted.accountId === null) throw new Failure('CHALLENGE_EXPIRED')
  return { accountId: counted.accountId, tries: counted.tries }
}

/** Returns the account of a sign-in that waits for its second step. Throws `CHALLENGE_EXPIRED`. */
export async function accountOfChallenge(ctx: RequestContext, token: string, boundTo: string): Promise<number> {
  const found = await ctx.db
    .selectFrom('sign_in_challenge')
    .select('accountId')
    .where('tokenHash', '=', hashOfSecret(token))
    .where('kind', '=', 'second-factor')
    .where('boundTo', '=', bindingHash(ctx, boundTo))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .where('wrongTries', '<', maxTries)
    .executeTakeFirst()
  if (!found || found.accountId === null) throw new Failure('CHALLENGE_EXPIRED')
  return found.accountId
}

/** Voids every open challenge of an account, for example after a password change. */
export async function voidChallenges(ctx: RequestContext, accountId: number): Promise<void> {
  await ctx.db
    .updateTable('sign_in_challenge')
    .set({ usedAt: ctx.now })
    .where('accountId', '=', accountId)
    .where('usedAt', 'is', null)
    .execute()
}

function bindingHash(ctx: Pick<RequestContext, 'services'>, boundTo: string): Buffer {
  return ctx.services.encryption.lookupHash('challenge', boundTo)
}
