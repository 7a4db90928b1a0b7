import { sql } from 'kysely'
import type { Contact } from '../../../infra/security/sealed-respondent.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { contactLanguageOf } from '../../questionnaires/definitions.ts'

const batchSize = 500
// Keyed by the cached contact objects, because decrypting answers costs more than the rest of a list.
const languageCache = new WeakMap<Contact, string>()

/**
 * Returns the language in which each of these respondents wants to hear from us, by id. It is stored with the contact data; for older
 * responses without it, the answers are decrypted.
 */
export async function contactLanguages(ctx: RequestContext, contacts: ReadonlyMap<number, Contact>): Promise<Map<number, string>> {
  const languages = new Map<number, string>()
  const unknown = new Map<number, Contact>()
  for (const [id, contact] of contacts) {
    const known = contact.contactLanguage ?? languageCache.get(contact)
    if (known !== undefined) languages.set(id, known)
    else unknown.set(id, contact)
  }
  const ids = [...unknown.keys()]
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    const rows = await ctx.db
      .selectFrom('respondent')
      .select(['id', 'anonymousId', 'questionnaireId', 'language', 'keyId', 'wrappedKey', 'sealedAnswers'])
      .where('id', '=', sql<number>`any(${sql.val(batch)}::bigint[])`)
      .execute()
    for (const row of rows) {
      const contact = unknown.get(row.id)
      if (!contact) continue
      const language = await contactLanguageOf(ctx, row, contact)
      languages.set(row.id, language)
      languageCache.set(contact, language)
    }
  }
  return languages
}
