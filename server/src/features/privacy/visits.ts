import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { hashOfSecret, newSecret } from '../../infra/security/encryption.ts'

const lifetimes = { link: limits.privacyLinkMs, visit: limits.privacyVisitMs } as const

/** Creates a link or a visit for this respondent and returns its secret; earlier ones of the same kind stop working. */
export async function createSecret(ctx: RequestContext, kind: 'link' | 'visit', respondentId: number): Promise<string> {
  const secret = newSecret()
  await ctx.db.deleteFrom('privacy_link').where('respondentId', '=', respondentId).where('kind', '=', kind).execute()
  await ctx.db
    .insertInto('privacy_link')
    .values({ kind, secretHash: hashOfSecret(secret), respondentId, expiresAt: new Date(ctx.now.getTime() + lifetimes[kind]) })
    .execute()
  return secret
}

/** Uses a link up and returns its respondent's id; if two requests race, one succeeds. Throws `INVALID_CODE`. */
export async function spendLink(ctx: RequestContext, secret: string): Promise<number> {
  const spent = await ctx.db
    .deleteFrom('privacy_link')
    .where('secretHash', '=', hashOfSecret(secret))
    .where('kind', '=', 'link')
    .where('expiresAt', '>', ctx.now)
    .returning('respondentId')
    .executeTakeFirst()
  if (!spent) throw new Failure('INVALID_CODE')
  return spent.respondentId
}

/** Returns the id of the respondent whose visit this is. Throws `INVALID_CODE`. */
export async function respondentOfVisit(ctx: Pick<RequestContext, 'db' | 'now'>, secret: string): Promise<number> {
  const visit = await ctx.db
    .selectFrom('privacy_link')
    .select('respondentId')
    .where('secretHash', '=', hashOfSecret(secret))
    .where('kind', '=', 'visit')
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst()
  if (!visit) throw new Failure('INVALID_CODE')
  return visit.respondentId
}

/** Ends the links and the visit of a respondent whose e-mail address was not theirs, since its owner holds them. */
export async function endVisits({ db }: RequestContext, respondentId: number): Promise<void> {
  await db.deleteFrom('privacy_link').where('respondentId', '=', respondentId).execute()
}
