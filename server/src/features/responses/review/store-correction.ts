import { knownAnswers, needsParentConsent } from '@portico/shared/rules/answers'
import type { ContactRole } from '@portico/shared/rules/definition'
import { summarizeFlags } from '@portico/shared/rules/flags'
import { judge } from '@portico/shared/rules/judging'
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
import { forgetRefusals, hasNewAddress } from '../../messages/refusals.ts'
import { contactLanguageOf, type Published } from '../../questionnaires/definitions.ts'
import { countLanguage } from '../listing/count-languages.ts'
import { forgetContacts } from '../listing/contact-cache.ts'
import { record } from './history.ts'

/** The respondent whose answers are corrected; their row is locked. */
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

/** What a correction changes at a position, as recorded in the history. */
export interface CorrectedAnswer {
  readonly position: number
  readonly before: string
  readonly after: string
  /** Red if a person's red is kept; null if earlier decisions on the answer no longer count. */
  readonly flag: 'red' | null
}

/** The answers after the correction, by position, and which of them are corrected. */
export interface AnswerChange {
  readonly published: Published
  readonly after: readonly StoredAnswer[]
  readonly corrections: readonly CorrectedAnswer[]
  readonly reason: string
  /** The respondent asked us to stop, so no count includes them. */
  readonly uncounted?: boolean
}

/**
 * Stores corrected answers and the contact data among them, sealed again and with new lookup hashes. The previous answers move, sealed, to
 * the history, one entry per answer (shared/spec/contract.md#corrections). The initial flag is updated; updating the current one is left to
 * the caller. Returns the newly sealed contact data.
 */
export async function storeCorrection(ctx: RequestContext, person: Corrected, change: AnswerChange): Promise<Buffer> {
  const { encryption } = ctx.services
  const { published, after, corrections, reason } = change
  const contact = openContact(encryption, person)
  const known = { ...contact, contactLanguage: await contactLanguageOf(ctx, person, contact) }
  const next = correctedContact(known, change, person.language)
  const sealedContact = sealContact(encryption, person, { ...next, ...consentAfter(contact, after, person.submittedOn) })
  const { initial, initialRedFlagAnswerCount } = initialFlags(after)
  await ctx.db
    .updateTable('respondent')
    .set({
      initialFlag: initial,
      initialReds: initialRedFlagAnswerCount,
      sealedAnswers: sealAnswers(encryption, person, published.places, after),
      sealedContact,
      emailHash: next.email === null ? null : encryption.lookupHash('email', mailboxForm(next.email)),
      phoneHash: next.phoneNumber === null ? null : encryption.lookupHash('phone', phoneForm(next.phoneNumber)),
    })
    .where('id', '=', person.id)
    .execute()
  if (hasNewAddress(contact, next)) await forgetRefusals(ctx, person.id)
  forgetContacts(encryption, [person.id])
  if (next.contactLanguage !== known.contactLanguage && !change.uncounted) {
    await countLanguage(ctx, { workshopId: person.workshopId, language: known.contactLanguage }, -1)
    await countLanguage(ctx, { workshopId: person.workshopId, language: next.contactLanguage }, 1)
  }
  for (const one of corrections) await record(ctx, person, { about: 'correction', reason, ...one })
  return sealedContact
}

/** Summarizes the flags of answers on which nobody has decided. */
export function initialFlags(answers: readonly StoredAnswer[]) {
  return summarizeFlags(
    answers.map((answer) => ({ ...answer, overridden: false })),
    null,
  )
}

// Keeps a parent's recorded consent; a respondent who turns out to be a minor has none yet.
function consentAfter(
  { parentConsent = false }: Contact,
  after: AnswerChange['after'],
  submittedOn: string,
): Pick<Contact, 'parentConsent'> {
  const isMinor = needsParentConsent(new Map(after.map(({ identifier, value }) => [identifier, value])), submittedOn)
  return isMinor ? { parentConsent } : {}
}

type KnownContact = Contact & { readonly contactLanguage: string }

/** Returns the contact data after this change. `language`: of the submission, used if no contact language is named any more. */
export function correctedContact(
  contact: KnownContact,
  { published, after, corrections }: Pick<AnswerChange, 'published' | 'after' | 'corrections'>,
  language: string,
): KnownContact {
  const answers = new Map(corrections.map((one) => [after[one.position]?.identifier, one.after]))
  const changedTo = (role: ContactRole | 'contactLanguage') => answers.get(published.contactQuestions[role])
  const [email, phone, contactLanguage] = [changedTo('email'), changedTo('phone'), changedTo('contactLanguage')]
  return {
    fullName: changedTo('fullName') ?? contact.fullName,
    email: email === undefined ? contact.email : email || null,
    phoneNumber: phone === undefined ? contact.phoneNumber : phone || null,
    contactLanguage: contactLanguage === undefined ? contact.contactLanguage : contactLanguage || language,
  }
}

/** Replaces the answers to the questions about contact data; what follows from that is asked, calculated and judged anew. */
export function withContactAnswers(
  { asking, contactQuestions, questions }: Published,
  { answers, submittedOn }: { readonly answers: readonly StoredAnswer[]; readonly submittedOn: string },
  contact: Pick<Contact, 'fullName' | 'email' | 'phoneNumber'>,
): StoredAnswer[] {
  const given = new Map([
    [contactQuestions.fullName, contact.fullName],
    [contactQuestions.email, contact.email ?? ''],
    [contactQuestions.phone, contact.phoneNumber ?? ''],
  ])
  const values = new Map(answers.map(({ identifier, value }) => [identifier, given.get(identifier) ?? value]))
  return judge(asking, knownAnswers(questions, values, submittedOn), submittedOn).judged
}
