import type { Proof } from '@portico/shared/contract/sign-in'
import type { HttpContext } from '../../../infra/request-context.ts'
import { inAuditedTransaction } from '../../../infra/postgres/transaction.ts'
import { Failure } from '../../../infra/failure.ts'
import { callerOf, sql as tables, type RequestContext } from '../../../infra/request-context.ts'
import { auditSubject } from '../../../infra/security/audit/audit.ts'
import { verifyPassword } from '../../../infra/security/passwords/passwords.ts'
import { enqueueSignInNotice } from '../../messages/commands.ts'
import { mayUseLocalCredentials } from '../single-sign-on/local-sign-in.ts'
import { spendChallenge } from '../second-factor/challenges.ts'
import { findFactors, isAuthenticatorCode, methodsOf, verifyFactor } from '../second-factor/factors.ts'
import { challengeIn } from '../second-factor/passkeys.ts'

/**
 * Confirms the caller's identity again; for the next five minutes they may change how they sign in. Callers with a second factor confirm
 * with it, all others with their password. Throws `WRONG_PASSWORD`, `WRONG_SECOND_FACTOR`, `PASSKEY_NOT_ACCEPTED` or `CHALLENGE_EXPIRED`.
 */
export async function reauthenticate(http: HttpContext, input: Proof): Promise<Record<string, never>> {
  const { caller } = http
  if (!caller) throw new Failure('UNAUTHENTICATED')
  const { rateLimits } = http.services
  // Apart from sign-ins: somebody who only knows the password must not keep the owner from changing it.
  const counter = `signed in ${caller.id}`
  const tries = 'passkey' in input ? undefined : await rateLimits.count('secondFactorPerAccount', counter)
  const canBeGuessed = 'password' in input || ('code' in input && isAuthenticatorCode(input.code))
  if (tries && !tries.within && canBeGuessed) throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter: tries.retryAfter })
  const isPasswordAccepted =
    'password' in input && (await isPasswordCorrect(http, caller.id, input.password)) && mayUseLocalCredentials(http.services, caller.roles)
  try {
    await inAuditedTransaction(http, 'auth.mySignIn.reauthenticate', (ctx) => prove(ctx, input, isPasswordAccepted))
  } catch (error) {
    if (error instanceof Failure)
      await inAuditedTransaction(http, 'auth.mySignIn.reauthenticate.denied', async (ctx) => auditSubject(ctx, 'account', caller.id))
    throw error
  }
  await rateLimits.reset([['secondFactorPerAccount', counter]])
  return {}
}

async function prove(ctx: RequestContext, input: Proof, isPasswordAccepted: boolean): Promise<void> {
  const caller = callerOf(ctx)
  auditSubject(ctx, 'session', caller.sessionId)
  const methods = methodsOf(await findFactors(ctx, caller.id))
  if ('password' in input) {
    if (methods.length > 0) throw new Failure('WRONG_SECOND_FACTOR', 'Confirm with your second step, not with your password.')
    if (!isPasswordAccepted) throw new Failure('WRONG_PASSWORD')
  } else {
    const challenge = 'passkey' in input ? challengeIn(input.passkey) : ''
    if ('passkey' in input) await spendChallenge(ctx, 'reauthentication', challenge, caller.sessionId)
    const method = await verifyFactor(ctx, caller.id, input, challenge)
    if (method === 'recovery-code') await enqueueSignInNotice(ctx, caller, 'recovery-code-used')
  }
  // A session that others ended meanwhile stays as they left it, so that the end of the transaction sees it.
  await ctx.db.updateTable('session').set({ provedAt: ctx.now }).where('id', '=', caller.sessionId).where('revokedAt', 'is', null).execute()
}

async function isPasswordCorrect({ services }: HttpContext, accountId: number, password: string): Promise<boolean> {
  const account = await tables(services.orm.em.fork())
    .selectFrom('account')
    .select('passwordHash')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return verifyPassword(account?.passwordHash ?? null, password, { from: `account ${accountId}`, standing: 'trusted' })
}
