import type { AnnouncementDraft } from '@portico/shared/contract/announcements'
import { languageOf } from '@portico/shared/words/languages'
import type { RequestContext } from '../../infra/request-context.ts'
import { textNumbersOf } from '../messages/texts/write-text.ts'
import { contactLanguages } from '../responses/listing/contact-languages.ts'
import { contactsOf } from '../responses/listing/contact-cache.ts'

const batchSize = 2_000

export type Group = Pick<AnnouncementDraft, 'flags' | 'language' | 'notCheckedIn'>

/** The recipients of an announcement. */
export interface Recipients {
  /** In the order in which those who share a mailbox or number get it: whoever gave the address without a label comes first. */
  readonly respondentIds: readonly number[]
  /** The contact language of the first of them for each mailbox or number. */
  readonly mailboxes: ReadonlyMap<string, string>
  /** The number of those who get nothing. */
  readonly withoutEmail: number
}

interface Recipient {
  readonly id: number
  readonly mailbox: string
  readonly tag: string
}

/**
 * Returns the respondents of a workshop whom an announcement reaches, without those who asked us to stop. `byText`: those who gave only a
 * number get a text message (shared/spec/contract.md#announcements).
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
  const [plain, labelled]: [Recipient[], Recipient[]] = [[], []]
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
      const alike = contacts.get(id)?.email?.includes('+') ? labelled : plain
      alike.push({ id, mailbox, tag })
    }
  }
  const recipients = [...plain, ...labelled]
  return {
    respondentIds: recipients.map(({ id }) => id),
    // Of several with the same key, a map keeps the last.
    mailboxes: new Map(recipients.toReversed().map(({ mailbox, tag }) => [mailbox, tag])),
    withoutEmail,
  }
}
