import { sql, type RawBuilder } from 'kysely'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { auditRespondents } from '../../infra/security/audit/audit.ts'

/** A person as privacy requests reach them, including one who asked us to stop and whose key is set aside. */
export type Person = Awaited<ReturnType<typeof lockPerson>>

/**
 * Locks a respondent's row and reads what is needed to open it, even if the key is set aside. Only privacy requests may read a person who
 * asked us to stop, and only restoring a case may read one that was set aside. Throws `NOT_FOUND`.
 */
export async function lockPerson(ctx: RequestContext, who: { readonly id: number } | { readonly anonymousId: string }) {
  const row = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'workshopId', 'questionnaireId', 'language', 'submittedAt', 'submittedOn', 'checkedInAt', 'agencyId'])
    .select(['keyId', 'wrappedKey', 'sealedContact', 'sealedAnswers', 'contactConfirmedUpTo'])
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

/** SQL expression: the id of the case that this one was merged into, over any number of merges, or its own id. */
export function keptCaseOf(id: RawBuilder<number | null>): RawBuilder<number> {
  return sql<number>`(
    with recursive merged (id, merges) as (
      select ${id}, 0
      union all
      select merged_into_id, merges + 1 from merged join stopped_respondent on respondent_id = merged.id where merged_into_id is not null
    )
    select id from merged order by merges desc limit 1)`
}

/** Follows the merges of a case, however many, and locks the case that is kept; returns the person's own if it was not merged. */
export async function lockKeptCase(ctx: RequestContext, person: Person): Promise<Person> {
  return (await lockMergedCases(ctx, person)).at(-1) ?? person
}

/** Like `lockKeptCase`, with the cases on the way: the person's own first, the kept one last. */
export async function lockMergedCases(ctx: RequestContext, person: Person): Promise<Person[]> {
  const { mergedIntoId } = person
  return mergedIntoId === null ? [person] : [person, ...(await lockMergedCases(ctx, await lockPerson(ctx, { id: mergedIntoId })))]
}
