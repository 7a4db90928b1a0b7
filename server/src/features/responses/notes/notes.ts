import { sql } from 'kysely'
import type { ByRespondent } from '@portico/shared/contract/fields'
import { isAdmin } from '@portico/shared/rules/accounts'
import type { AddNote, CaseNotes } from '@portico/shared/contract/notes'
import { auditRespondents } from '../../../infra/security/audit/audit.ts'
import { Failure } from '../../../infra/failure.ts'
import { nextId } from '../../../infra/postgres/next-id.ts'
import { openNotes, sealNote, type SealedRespondent } from '../../../infra/security/sealed-respondent.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { enqueueMention } from '../../messages/commands.ts'
import { inScope, membershipsOf, type Scope } from '../scope.ts'

type Person = SealedRespondent & { readonly id: number; readonly agencyId: number | null }
/**
 * Returns the notes on a case that the caller may read (shared/spec/contract.md#reasons-and-notes), those of their agencies and shared ones
 * of the admins, or for an admin those of the admins and shared ones; with the colleagues who may be mentioned. Throws `NOT_FOUND`.
 */
export async function getNotes(ctx: RequestContext, scope: Scope, { respondent }: ByRespondent): Promise<CaseNotes> {
  const person = await findPerson(ctx, scope, respondent.anonymousId)
  const own = await membershipsOf(ctx)
  const rows = await ctx.db
    .selectFrom('note')
    .innerJoin('account', 'account.id', 'note.accountId')
    .select(['note.id', 'note.sealed', 'note.shared', 'note.createdAt', 'account.name as by'])
    .where('note.respondentId', '=', person.id)
    .where((where) => {
      const readable = [where('note.agencyId', '=', sql<number>`any(${sql.val(own)}::int[])`)]
      if (isAdmin(callerOf(ctx).roles)) readable.push(where('note.agencyId', 'is', null), where('note.shared', '=', true))
      else readable.push(where.and([where('note.agencyId', 'is', null), where('note.shared', '=', true)]))
      return where.or(readable)
    })
    .orderBy('note.id', 'desc')
    .execute()
  return {
    notes: openNotes(ctx.services.encryption, person, rows).map(({ id, text, by, shared, createdAt }) => ({
      id,
      text,
      by,
      shared,
      timestampUTC: createdAt.toISOString(),
    })),
    colleagues: (await colleaguesOf(ctx, person)).map(({ id, name }) => ({ id, name })),
  }
}

/**
 * Adds a note to a case and notifies those mentioned by an e-mail without its text, at most once an hour for each colleague and case.
 * Throws `NOT_FOUND`, also for someone who may not be mentioned.
 */
export async function addNote(ctx: RequestContext, scope: Scope, input: AddNote): Promise<Record<string, never>> {
  const person = await findPerson(ctx, scope, input.respondent.anonymousId, 'lock')
  const own = await membershipsOf(ctx)
  const agencyId = person.agencyId !== null && own.includes(person.agencyId) ? person.agencyId : null
  const colleagues = await colleaguesOf(ctx, person)
  // In one order, because each mention's counter stays locked until the end of the transaction.
  const mentioned = [...new Set(input.mentions)]
    .sort((one, other) => one - other)
    .map((id) => colleagues.find((colleague) => colleague.id === id))
  if (mentioned.includes(undefined)) throw new Failure('NOT_FOUND')
  const id = await nextId(ctx.db, 'note')
  const sealed = sealNote(ctx.services.encryption, person, id, input.text)
  const values = { id, respondentId: person.id, agencyId, shared: input.shared, accountId: callerOf(ctx).id, sealed, createdAt: ctx.now }
  await ctx.db.insertInto('note').values(values).execute()
  for (const colleague of mentioned) {
    if (!colleague) continue
    const { within } = await ctx.services.rateLimits.countWithin(ctx.db, 'mentionPerColleagueAndCase', `${colleague.id} ${person.id}`)
    if (within) await enqueueMention(ctx, colleague, person.anonymousId)
  }
  return {}
}

async function findPerson(ctx: RequestContext, scope: Scope, anonymousId: string, lock?: 'lock'): Promise<Person> {
  const person = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'agencyId', 'keyId', 'wrappedKey'])
    .where('anonymousId', '=', anonymousId)
    .where(inScope(scope))
    .$if(lock === 'lock', (query) => query.forKeyShare())
    .executeTakeFirst()
  if (!person || person.wrappedKey === null) throw new Failure('NOT_FOUND')
  auditRespondents(ctx, [person.anonymousId])
  return person
}

// Those who review the case: the members of its agency, and the admins.
async function colleaguesOf(ctx: RequestContext, { agencyId }: Person) {
  return ctx.db
    .selectFrom('account')
    .leftJoin('agency_member', (join) =>
      join.onRef('agency_member.accountId', '=', 'account.id').on('agency_member.agencyId', '=', agencyId),
    )
    .select(['account.id', 'account.name', 'account.email', 'account.roles'])
    .where('account.id', '<>', callerOf(ctx).id)
    .where('account.disabledAt', 'is', null)
    .where('account.verifiedAt', 'is not', null)
    .where((where) =>
      where.or([where('agency_member.agencyId', 'is not', null), sql<boolean>`account.roles && array['ADMIN_USER', 'ROOT_USER']::text[]`]),
    )
    .orderBy('account.name')
    .execute()
}
