import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'

/**
 * Requires that the caller proved their identity within the last five minutes, by signing in or with `auth/mySignIn/reauthenticate`. Used
 * before changes to how someone signs in, where an unlocked computer is not enough. Throws `REAUTHENTICATION_REQUIRED`.
 */
export function requireFreshProof(ctx: RequestContext, withinMs: number = limits.freshProofMs): void {
  const age = ctx.now.getTime() - callerOf(ctx).provedAt.getTime()
  if (age > withinMs) throw new Failure('REAUTHENTICATION_REQUIRED')
}

/**
 * Like `requireFreshProof`, but within the lifetime of an access token, so that a program that signs in and makes its calls never has to
 * reauthenticate. Used before an admin grants power, by an invitation or by rights. Throws `REAUTHENTICATION_REQUIRED`.
 */
export function requireRecentProof(ctx: RequestContext): void {
  requireFreshProof(ctx, limits.accessTokenMs)
}
