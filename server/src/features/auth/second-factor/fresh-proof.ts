import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'

/**
 * Before a change to how someone signs in: the caller has proved who they are within the last five minutes, by signing in or by
 * `auth/mySignIn/reauthenticate`. Throws `REAUTHENTICATION_REQUIRED`: an unlocked computer is not enough.
 */
export function requireFreshProof(ctx: RequestContext): void {
  const age = ctx.now.getTime() - callerOf(ctx).provedAt.getTime()
  if (age > limits.freshProofMs) throw new Failure('REAUTHENTICATION_REQUIRED')
}
