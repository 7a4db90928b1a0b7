import type { LinkCheck, Profile } from '@portico/shared/contract/auth'
import { callerOf, sql, type HttpContext, type RequestContext } from '../../infra/request-context.ts'
import { readLink } from './links.ts'

/** Throws `INVALID_CODE` if the link is invalid or no longer valid. Needs no rate limit: the secret has 256 random bits. */
export async function checkLink(ctx: RequestContext, { kind, token }: LinkCheck): Promise<Record<string, never>> {
  await readLink(ctx, kind, token)
  return {}
}

/** Returns the profile of the caller's account. People sign in with their e-mail address, so that is the username. */
export async function getProfile(ctx: RequestContext): Promise<Profile> {
  const { id, name, email, roles, translates, signsOffTranslations } = callerOf(ctx)
  const dates = await ctx.db.selectFrom('account').select(['createdAt', 'verifiedAt']).where('id', '=', id).executeTakeFirstOrThrow()
  return {
    id,
    accountId: id,
    dateCreated: dates.createdAt.toISOString(),
    dateVerified: dates.verifiedAt?.toISOString() ?? null,
    name,
    email,
    username: email,
    roles: [...roles],
    ...(translates.length > 0 && { translates: [...translates], signsOffTranslations }),
  }
}

/**
 * Whether a use of a session is recorded: always while it is open, and often enough to be seen after it has ended, but not so often that
 * whoever kept a token of it could fill the audit trail.
 */
export async function isRecorded({ services }: HttpContext, sessionId: string): Promise<boolean> {
  const open = await sql(services.orm.em.fork())
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', services.clock())
    .executeTakeFirst()
  return open !== undefined || (await services.rateLimits.count('endedSessionUses', sessionId)).within
}
