import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'

/**
 * Before a change to how someone signs in: the caller has proved who they are within the last five minutes, by signing in or by
 * `auth/mySignIn/reauthenticate`. Throws `REAUTHENTICATION_REQUIRED`: an unlocked computer is not enough.
 */
export function requireFreshProof(ctx: RequestContext, withinMs: number = limits.freshProofMs): void {
  const age = ctx.now.getTime() - callerOf(ctx).provedAt.getTime()
  if (age > withinMs) throw new Failure('REAUTHENTICATION_REQUIRED')
}

/**
 * Before an admin gives someone power, by an invitation or by rights. Good for as long as the access token of a sign-in lives: a program
 * that signs in and makes its calls is never asked. Throws `REAUTHENTICATION_REQUIRED`.
 */
export function requireRecentProof(ctx: RequestContext): void {
  requireFreshProof(ctx, limits.accessTokenMs)
}
