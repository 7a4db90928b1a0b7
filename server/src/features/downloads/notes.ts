import { sql as raw } from 'kysely'
import { openNotes, type SealedRespondent } from '../../infra/security/sealed-respondent.ts'
import { sql, type Services } from '../../infra/request-context.ts'
import type { ExportNote } from './export/export-row.ts'

/**
 * SQL condition for the notes that admins, who alone export, may read: their own and those that agencies share with them
 * (shared/spec/contract.md#reasons-and-notes).
 */
export const readableNotes = raw<boolean>`(note.agency_id is null or note.shared)`

/** Returns the notes on these respondents that admins may read, oldest first, by respondent id. */
export async function readNotes(
  services: Services,
  people: readonly (SealedRespondent & { readonly id: number })[],
): Promise<Map<number, ExportNote[]>> {
  const rows = await sql(services.orm.em.fork())
    .selectFrom('note')
    .innerJoin('account', 'account.id', 'note.accountId')
    .select(['note.id', 'respondentId', 'sealed', 'note.createdAt as at', 'account.name as by'])
    .where('respondentId', '=', raw<number>`any(${people.map(({ id }) => id)}::bigint[])`)
    .where(readableNotes)
    .orderBy('note.id')
    .execute()
  const byRespondent = Map.groupBy(rows, (row) => row.respondentId)
  return new Map(people.map((person) => [person.id, openNotes(services.encryption, person, byRespondent.get(person.id) ?? [])]))
}
