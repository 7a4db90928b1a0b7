import { needsParent } from '@portico/shared/rules/answers'
import type { ContactRole } from '@portico/shared/rules/definition'
import {
  mailboxForm,
  openContact,
  phoneForm,
  sealAnswers,
  sealContact,
  type Contact,
  type SealedRespondent,
  type StoredAnswer,
} from '../../../infra/security/sealed-respondent.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { contactLanguageOf, type Published } from '../../questionnaires/definitions.ts'
import { countLanguage } from '../listing/count-languages.ts'
import { forgetContacts } from '../listing/search.ts'
import { record } from './history.ts'

/** Whose answers are corrected; their row is locked. */
export interface Corrected extends SealedRespondent {
  readonly id: number
  readonly workshopId: number
  readonly questionnaireId: number
  readonly language: string
  readonly submittedOn: string
  readonly agencyId: number | null
  readonly sealedContact: Uint8Array
  readonly sealedAnswers: Uint8Array
}

/** The answers as they were and as they should have been, one for each place. */
export interface AnswerChange {
  readonly published: Published
  readonly before: readonly StoredAnswer[]
  readonly after: readonly Pick<StoredAnswer, 'identifier' | 'value' | 'initialFlag'>[]
  readonly reason: string
  /** The person asked us to stop: they are in no count. */
  readonly uncounted?: boolean
}

/**
 * Stores corrected answers, and the contact data that is among them: sealed anew, found by the new hashes. What stood before goes, sealed, to the
 * history, an entry for each answer (shared/spec/contract.md#corrections). Flags are the caller's. Answers the contact data as it is sealed now.
 */
export async function storeCorrection(ctx: RequestContext, person: Corrected, change: AnswerChange): Promise<Buffer> {
  const { encryption } = ctx.services
  const { published, before, after, reason } = change
  const changed = changedPlaces(change).map((position) => {
    const [was, is] = [before[position], after[position]]
    return { identifier: is?.identifier ?? '', position, before: was?.value ?? '', after: is?.value ?? '' }
  })
  const contact = openContact(encryption, person)
  const known = { ...contact, contactLanguage: await contactLanguageOf(ctx, person, contact) }
  const answers = new Map(changed.map((one) => [one.identifier, one.after]))
  const next = correctedContact(known, published, { answers, language: person.language })
  const sealedContact = sealContact(encryption, person, { ...next, ...consentAfter(contact, after, person.submittedOn) })
  await ctx.db
    .updateTable('respondent')
    .set({
      sealedAnswers: sealAnswers(encryption, person, published.places, after),
      sealedContact,
      emailHash: next.email === null ? null : encryption.lookupHash('email', mailboxForm(next.email)),
      phoneHash: next.phoneNumber === null ? null : encryption.lookupHash('phone', phoneForm(next.phoneNumber)),
      ...(next.email !== known.email && { mustTelephone: false }),
    })
    .where('id', '=', person.id)
    .execute()
  forgetContacts(encryption, [person.id])
  if (next.contactLanguage !== known.contactLanguage && !change.uncounted) {
    await countLanguage(ctx, { workshopId: person.workshopId, language: known.contactLanguage }, -1)
    await countLanguage(ctx, { workshopId: person.workshopId, language: next.contactLanguage }, 1)
  }
  for (const { identifier: _, ...one } of changed) await record(ctx, person, { about: 'correction', flag: null, reason, ...one })
  return sealedContact
}

// What was said of a parent's consent stays; of whom it is asked now, nobody has agreed yet.
function consentAfter(
  { parentConsent = false }: Contact,
  after: AnswerChange['after'],
  submittedOn: string,
): Pick<Contact, 'parentConsent'> {
  const isMinor = needsParent(new Map(after.map(({ identifier, value }) => [identifier, value])), submittedOn)
  return isMinor ? { parentConsent } : {}
}

type KnownContact = Contact & { readonly contactLanguage: string }

/** The contact data once these answers are corrected, by identifier; `language`: of the submission, for who names none of contact any more. */
export function correctedContact(
  contact: KnownContact,
  { contactQuestions }: Published,
  { answers, language }: { readonly answers: ReadonlyMap<string, string>; readonly language: string },
): KnownContact {
  const changedTo = (role: ContactRole | 'contactLanguage') => answers.get(contactQuestions[role] ?? '')
  const [email, phone, contactLanguage] = [changedTo('email'), changedTo('phone'), changedTo('contactLanguage')]
  return {
    fullName: changedTo('fullName') ?? contact.fullName,
    email: email === undefined ? contact.email : email || null,
    phoneNumber: phone === undefined ? contact.phoneNumber : phone || null,
    contactLanguage: contactLanguage === undefined ? contact.contactLanguage : contactLanguage || language,
  }
}

/** The answers to the questions about contact data, replaced; those of the others stay. */
export function withContactAnswers(
  { contactQuestions }: Published,
  answers: readonly StoredAnswer[],
  contact: Pick<Contact, 'fullName' | 'email' | 'phoneNumber'>,
): StoredAnswer[] {
  const given = new Map([
    [contactQuestions.fullName, contact.fullName],
    [contactQuestions.email, contact.email ?? ''],
    [contactQuestions.phone, contact.phoneNumber ?? ''],
  ])
  return answers.map((answer) => ({ ...answer, value: given.get(answer.identifier) ?? answer.value }))
}

/** The places whose answer is another one afterwards, or judged otherwise because of another one: what was decided on it before counts no more. */
export function changedPlaces({ before, after }: Pick<AnswerChange, 'before' | 'after'>): number[] {
  return after.flatMap(({ value, initialFlag }, position) => {
    const was = before[position]
    return was?.value === value && was.initialFlag === initialFlag ? [] : position
  })
}
