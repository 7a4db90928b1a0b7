import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { auditRespondents } from '../../infra/security/audit/audit.ts'

/** A person as privacy requests reach them: also one who asked us to stop, whose key is put away. */
export type Person = Awaited<ReturnType<typeof lockPerson>>

/**
 * Locks a respondent's row and reads what it takes to open it, wherever their key is. Nothing but privacy requests may read someone who asked us to
 * stop. Throws `NOT_FOUND`.
 */
export async function lockPerson(ctx: RequestContext, who: { readonly id: number } | { readonly anonymousId: string }) {
  const row = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'workshopId', 'questionnaireId', 'language', 'submittedAt', 'checkedInAt'])
    .select(['keyId', 'wrappedKey', 'sealedContact', 'sealedAnswers'])
    .where((where) => ('id' in who ? where('id', '=', who.id) : where('anonymousId', '=', who.anonymousId)))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure('NOT_FOUND')
  auditRespondents(ctx, [row.anonymousId])
  const stopped = await ctx.db
    .selectFrom('stopped_respondent')
    .select(['keyId', 'wrappedKey', 'stoppedAt'])
    .where('respondentId', '=', row.id)
    .executeTakeFirst()
  return { ...row, wrappedKey: stopped?.wrappedKey ?? row.wrappedKey, stoppedAt: stopped?.stoppedAt ?? null }
}
