import type { LinkCheck, Profile } from '@portico/shared/contract/auth'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
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
