import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { LinkRequest } from '@portico/shared/contract/privacy'
import type { PrivacyRequestKind } from '@portico/shared/rules/privacy'
import { inAuditedTransaction } from '../../infra/postgres/transaction.ts'
import { sql as statements, type HttpContext, type RequestContext } from '../../infra/request-context.ts'
import { throttleAttempts } from '../../infra/security/proof-of-work.ts'
import { mailboxForm, openContact, phoneForm } from '../../infra/security/sealed-respondent.ts'
import { enqueuePrivacyLink } from '../messages/commands.ts'
import { contactLanguageOf } from '../questionnaires/definitions.ts'
import { saveRequest } from './commands.ts'
import { keptCaseOf, lockPerson, type Person } from './find-person.ts'
import { unconfirmedContacts } from './unconfirmed-contact.ts'
import { createSecret } from './visits.ts'

const attemptLimits = {
  perAddress: 'statusPerAddress',
  perSubjectAndAddress: 'statusPerNumberAndAddress',
  perSubject: 'statusPerNumber',
} as const
const answerDelayMs = 150

/**
 * Sends the respondent with this number a link to their data, to the e-mail address on file; without a confirmed address, or if its mailbox
 * got too many links, staff are asked to call. The number of a merged case stands for the kept case, whose contact alone counts. Returns
 * `{}` before it is known whether number and contact match (shared/spec/contract.md#privacy-requests). Throws `TOO_MANY_REQUESTS`, as signing
 * in does.
 */
export async function sendLink(http: HttpContext, request: LinkRequest): Promise<Record<string, never>> {
  const answerTime = delay(answerDelayMs)
  await throttleAttempts(http, attemptLimits, { purpose: 'privacy', subject: request.respondent.anonymousId, proof: request.proof })
  const { requestId, services } = http
  services.backgroundWork.start({ path: 'privacy.sendLink', requestId }, () => sendIfMatching(http, request))
  await answerTime
  return {}
}

async function sendIfMatching(http: HttpContext, request: LinkRequest): Promise<void> {
  const found = await findByContact(http, request)
  if (!found || !(await http.services.rateLimits.count('privacyLinkPerNumber', request.respondent.anonymousId)).within) return
  await inAuditedTransaction(http, 'privacy.sendLink', async (ctx) => {
    const person = await lockPerson(ctx, found)
    // Merged meanwhile: the contact that was given is not the kept case's.
    if (person.mergedIntoId === null) await sendLinkOrRequestCall(ctx, person, request.kind)
  })
}

// Number and contact are matched in one statement, as for the status of a respondent.
async function findByContact({ services }: HttpContext, { respondent, contact }: LinkRequest) {
  const { encryption, orm } = services
  const isEmail = contact.includes('@')
  const hash = isEmail ? encryption.lookupHash('email', mailboxForm(contact)) : encryption.lookupHash('phone', phoneForm(contact))
  return statements(orm.em.fork())
    .selectFrom('respondent')
    .select('id')
    .where('id', '=', keptCaseOf(sql`(select id from respondent where anonymous_id = ${respondent.anonymousId})`))
    .where(isEmail ? 'emailHash' : 'phoneHash', '=', hash)
    .executeTakeFirst()
}

async function sendLinkOrRequestCall(ctx: RequestContext, person: Person, kind: PrivacyRequestKind): Promise<void> {
  const contact = openContact(ctx.services.encryption, person)
  const unconfirmed = (await unconfirmedContacts(ctx, [person])).get(person.id)
  if (!contact.email || unconfirmed?.email || !(await mayMail(ctx, contact.email)))
    return saveRequest(ctx, person, { kind, byTelephone: true })
  const address = `${ctx.services.publicUrl}/yourData#${kind}=${await createSecret(ctx, 'link', person.id)}`
  const language = await contactLanguageOf(ctx, person, contact)
  await enqueuePrivacyLink(ctx, person.id, { to: contact.email, language, link: address })
}

// Anyone can get any number of anonymous ids with variants of somebody else's address, so these do not use up what is left for the address
// itself.
async function mayMail({ db, services }: RequestContext, email: string): Promise<boolean> {
  const label = email.includes('+') ? '+' : ''
  return (await services.rateLimits.countWithin(db, 'privacyLinkPerMailbox', `${label}${mailboxForm(email)}`)).within
}
