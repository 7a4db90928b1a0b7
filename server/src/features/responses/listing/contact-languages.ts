import { sql } from 'kysely'
import { openAnswers, type Contact } from '../../../infra/security/sealed-respondent.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { contactLanguageOf } from '../../questionnaires/definitions.ts'

interface Person {
  readonly row: { readonly id: number; readonly wrappedKey: Uint8Array | null }
  readonly contact: Contact
}

const atOnce = 500

/**
 * The language in which each of these respondents wants to hear from us, by their ids. It is kept with the contact data; only the answers of
 * those from before it was are opened.
 */
export async function contactLanguages(ctx: RequestContext, people: readonly Person[]): Promise<Map<number, string>> {
  const languages = new Map<number, string>()
  const unknown: number[] = []
  for (const { row, contact } of people) {
    if (contact.contactLanguage !== undefined) languages.set(row.id, contact.contactLanguage)
    else if (row.wrappedKey) unknown.push(row.id)
  }
  for (let start = 0; start < unknown.length; start += atOnce) {
    const batch = unknown.slice(start, start + atOnce)
    const rows = await ctx.db
      .selectFrom('respondent')
      .select(['id', 'anonymousId', 'questionnaireId', 'language', 'keyId', 'wrappedKey', 'sealedAnswers'])
      .where('id', '=', sql<number>`any(${sql.val(batch)}::bigint[])`)
      .execute()
    for (const row of rows) languages.set(row.id, await contactLanguageOf(ctx, row, openAnswers(ctx.services.encryption, row)))
  }
  return languages
}
