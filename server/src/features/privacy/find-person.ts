import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { auditRespondents } from '../../infra/security/audit/audit.ts'

/** A person as privacy requests reach them: also one who asked us to stop, whose key is put away. */
export type Person = Awaited<ReturnType<typeof lockPerson>>

/**
 * Locks a respondent's row and reads what it takes to open it, wherever their key is. Nothing but privacy requests may read someone who asked us to
 * stop, and nothing but what puts a case back one that was set aside. Throws `NOT_FOUND`.
 */
export async function lockPerson(ctx: RequestContext, who: { readonly id: number } | { readonly anonymousId: string }) {
  const row = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'workshopId', 'questionnaireId', 'language', 'submittedAt', 'submittedOn', 'checkedInAt', 'agencyId'])
    .select(['keyId', 'wrappedKey', 'sealedContact', 'sealedAnswers'])
    .where((where) => ('id' in who ? where('id', '=', who.id) : where('anonymousId', '=', who.anonymousId)))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure('NOT_FOUND')
  auditRespondents(ctx, [row.anonymousId])
  const stopped = await ctx.db
    .selectFrom('stopped_respondent')
    .select(['keyId', 'wrappedKey', 'stoppedAt', 'kind', 'mergedIntoId'])
    .where('respondentId', '=', row.id)
    .executeTakeFirst()
  return {
    ...row,
    wrappedKey: stopped?.wrappedKey ?? row.wrappedKey,
    stoppedAt: stopped?.stoppedAt ?? null,
    stoppedAs: stopped?.kind ?? null,
    mergedIntoId: stopped?.mergedIntoId ?? null,
  }
}

/** Locks the case that is kept of a person whose cases were merged, however often; the person's own where none was. */
export async function lockKept(ctx: RequestContext, person: Person): Promise<Person> {
  return person.mergedIntoId === null ? person : lockKept(ctx, await lockPerson(ctx, { id: person.mergedIntoId }))
}
