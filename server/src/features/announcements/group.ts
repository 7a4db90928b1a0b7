import type { AnnouncementDraft } from '@portico/shared/contract/announcements'
import { languageOf } from '@portico/shared/words/languages'
import type { RequestContext } from '../../infra/request-context.ts'
import { textNumbersOf } from '../messages/texts/write-text.ts'
import { contactLanguages } from '../responses/listing/contact-languages.ts'
import { contactsOf } from '../responses/listing/search.ts'

const batchSize = 2_000

export type Group = Pick<AnnouncementDraft, 'flags' | 'language' | 'notCheckedIn'>

/** The recipients of an announcement. */
export interface Recipients {
  readonly respondentIds: readonly number[]
  /** The contact language of the first respondent of each mailbox or number. */
  readonly mailboxes: ReadonlyMap<string, string>
  /** The number of those who get nothing. */
  readonly withoutEmail: number
}

/**
 * Returns the respondents of a workshop whom an announcement reaches, without those who asked us to stop. `byText`: those who gave only a
 * number get a text message.
 */
export async function findGroup(
  ctx: RequestContext,
  workshopId: number,
  { flags, language, notCheckedIn, byText }: Group & { readonly byText: boolean },
): Promise<Recipients> {
  const rows = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'emailHash'])
    .where('workshopId', '=', workshopId)
    .where('wrappedKey', 'is not', null)
    .$if(flags !== undefined, (query) => query.where('currentFlag', 'in', flags ?? []))
    .$if(notCheckedIn, (query) => query.where('checkedInAt', 'is', null))
    .orderBy('id')
    .execute()
  const mailboxes = new Map<string, string>()
  const respondentIds: number[] = []
  let withoutEmail = 0
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize)
    const contacts = await contactsOf(
      ctx,
      batch.map(({ id }) => id),
    )
    const languages = await contactLanguages(ctx, contacts)
    const withNumber = byText ? batch.filter(({ emailHash }) => !emailHash) : []
    const numbers = await textNumbersOf(
      ctx,
      withNumber.map(({ id }) => ({ id, phoneNumber: contacts.get(id)?.phoneNumber ?? null })),
    )
    for (const { id, emailHash } of batch) {
      const tag = languages.get(id) ?? 'en'
      if (language !== undefined && languageOf(tag)?.code !== language) continue
      const mailbox = emailHash?.toString('base64') ?? numbers.get(id)
      if (mailbox === undefined) {
        withoutEmail += 1
        continue
      }
      respondentIds.push(id)
      if (!mailboxes.has(mailbox)) mailboxes.set(mailbox, tag)
    }
  }
  return { respondentIds, mailboxes, withoutEmail }
}
