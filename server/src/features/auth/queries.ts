import type { Profile } from '@portico/shared/contract/auth'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'

/** What the caller's account shows of itself; people sign in with their e-mail address, so that is the username. */
export async function getProfile(ctx: RequestContext): Promise<Profile> {
  const { id, name, email, roles } = callerOf(ctx)
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
  }
}
