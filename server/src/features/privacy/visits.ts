import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { hashOfSecret, newSecret } from '../../infra/security/encryption.ts'

const lifetimes = { link: limits.privacyLinkMs, visit: limits.privacyVisitMs } as const

/** Makes a link of this respondent, or a visit, and returns its secret; of those before, none works any more. */
export async function begin(ctx: RequestContext, kind: 'link' | 'visit', respondentId: number): Promise<string> {
  const secret = newSecret()
  await ctx.db.deleteFrom('privacy_link').where('respondentId', '=', respondentId).where('kind', '=', kind).execute()
  await ctx.db
    .insertInto('privacy_link')
    .values({ kind, secretHash: hashOfSecret(secret), respondentId, expiresAt: new Date(ctx.now.getTime() + lifetimes[kind]) })
    .execute()
  return secret
}

/** Uses a link up and returns whose it is: of two who open it at once, one gets it. Throws `INVALID_CODE`. */
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

/** Whose visit this is. Throws `INVALID_CODE`. */
export async function visitorOf(ctx: RequestContext, secret: string): Promise<number> {
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

/** Ends the links and the visit of a respondent whose e-mail address was not theirs: whoever reads it has them. */
export async function endVisits({ db }: RequestContext, respondentId: number): Promise<void> {
  await db.deleteFrom('privacy_link').where('respondentId', '=', respondentId).execute()
}
