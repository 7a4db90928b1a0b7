import { sql } from 'kysely'
import type { ByRespondent } from '@portico/shared/contract/fields'
import { auditRespondents } from '../../../infra/security/audit/audit.ts'
import { Failure } from '../../../infra/failure.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { inScope, type Scope } from '../scope.ts'

/** Returns a respondent in scope whom staff want to contact. Throws `NOT_FOUND`, also for a deleted one. */
export async function findContact(ctx: RequestContext, scope: Scope, { respondent }: ByRespondent, lock?: 'lock') {
  const row = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'currentFlag', 'keyId', 'wrappedKey', 'phoneHash'])
    .select(sql<boolean>`email_hash is not null`.as('hasEmail'))
    .where('anonymousId', '=', respondent.anonymousId)
    .where(inScope(scope))
    .$if(lock === 'lock', (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw new Failure('NOT_FOUND')
  auditRespondents(ctx, [row.anonymousId])
  return row
}

/** Whether an invitation of a respondent was sent, the first one or another one by staff. */
export async function wasInvited(ctx: RequestContext, respondentId: number): Promise<boolean> {
  const sent = await ctx.db
    .selectFrom('message')
    .select('id')
    .where('respondentId', '=', respondentId)
    .where('kind', 'in', ['invitation', 'invitation-again'])
    .where('sentAt', 'is not', null)
    .executeTakeFirst()
  return sent !== undefined
}
