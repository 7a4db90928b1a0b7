import type { Profile } from '@portico/shared/contract/auth'
import { callerOf, type Work } from '../../infra/work.ts'

/** What the caller's account shows of itself; people sign in with their e-mail address, so that is the username. */
export async function getProfile(work: Work): Promise<Profile> {
  const { id, name, email, roles } = callerOf(work)
  const dates = await work.db.selectFrom('account').select(['createdAt', 'verifiedAt']).where('id', '=', id).executeTakeFirstOrThrow()
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
