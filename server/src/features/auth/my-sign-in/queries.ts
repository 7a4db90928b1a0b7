import type { MySignIn, SecondFactorRequirement, SessionList } from '@portico/shared/contract/sign-in'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { findFactors } from '../second-factor/factors.ts'
import { arePasskeysSupported } from '../second-factor/passkeys.ts'

/** Returns the caller's second factors. */
export async function getMySignIn(ctx: RequestContext): Promise<MySignIn> {
  const { id } = callerOf(ctx)
  const passkeys = await ctx.db
    .selectFrom('passkey')
    .select(['id', 'name', 'addedAt', 'lastUsedAt'])
    .where('accountId', '=', id)
    .orderBy('id', 'desc')
    .execute()
  const app = await ctx.db
    .selectFrom('authenticator_app')
    .select(['confirmedAt', 'lastUsedAt'])
    .where('accountId', '=', id)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  const { recoveryCodesLeft } = await findFactors(ctx, id)
  return {
    passkeysWork: arePasskeysSupported(ctx.services),
    passkeys: passkeys.map(({ addedAt, lastUsedAt, ...passkey }) => ({
      ...passkey,
      addedAt: addedAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    authenticator: app?.confirmedAt ? { addedAt: app.confirmedAt.toISOString(), lastUsedAt: app.lastUsedAt?.toISOString() ?? null } : null,
    recoveryCodesLeft,
  }
}

/** Returns whether the caller still has to set up a second factor, and by when. */
export async function getRequirement(ctx: RequestContext): Promise<SecondFactorRequirement> {
  const { secondFactorDueAt } = callerOf(ctx)
  return { dueAt: secondFactorDueAt?.toISOString() ?? null, overdue: secondFactorDueAt !== null && secondFactorDueAt <= ctx.now }
}

/** Returns the caller's active sessions, most recently seen first. */
export async function listSessions(ctx: RequestContext): Promise<SessionList> {
  const { id, sessionId } = callerOf(ctx)
  const sessions = await ctx.db
    .selectFrom('session')
    .select(['id', 'browser', 'createdAt', 'rotatedAt'])
    .where('accountId', '=', id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .orderBy('rotatedAt', 'desc')
    .orderBy('id')
    .execute()
  return sessions.map((session) => ({
    id: session.id,
    browser: session.browser,
    startedAt: session.createdAt.toISOString(),
    lastSeenAt: session.rotatedAt.toISOString(),
    current: session.id === sessionId,
  }))
}
