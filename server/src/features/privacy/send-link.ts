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
  const { rateLimits } = http.services
  if (!found || !(await rateLimits.count('privacyLinkPerNumber', request.respondent.anonymousId)).within) return
  // Anyone can give somebody else's address and get any number of anonymous ids with it, but must not stop that person's own requests.
  const mailbox = found.emailHash?.toString('base64url')
  const byTelephone = mailbox !== undefined && !(await rateLimits.count('privacyLinkPerMailbox', mailbox)).within
  await inAuditedTransaction(http, 'privacy.sendLink', async (ctx) => {
    const person = await lockPerson(ctx, found)
    // Merged meanwhile: the contact that was given is not the kept case's.
    if (person.mergedIntoId === null) await sendLinkOrRequestCall(ctx, person, { kind: request.kind, byTelephone })
  })
}

// Number and contact are matched in one statement, as for the status of a respondent.
async function findByContact({ services }: HttpContext, { respondent, contact }: LinkRequest): Promise<MatchedRespondent | undefined> {
  const { encryption, orm } = services
  const isEmail = contact.includes('@')
  const hash = isEmail ? encryption.lookupHash('email', mailboxForm(contact)) : encryption.lookupHash('phone', phoneForm(contact))
  return statements(orm.em.fork())
    .selectFrom('respondent')
    .select(['id', 'emailHash'])
    .where('id', '=', keptCaseOf(sql`(select id from respondent where anonymous_id = ${respondent.anonymousId})`))
    .where(isEmail ? 'emailHash' : 'phoneHash', '=', hash)
    .executeTakeFirst()
}

interface MatchedRespondent {
  readonly id: number
  readonly emailHash: Buffer | null
}

interface LinkOrCall {
  readonly kind: PrivacyRequestKind
  readonly byTelephone: boolean
}

async function sendLinkOrRequestCall(ctx: RequestContext, person: Person, { kind, byTelephone }: LinkOrCall): Promise<void> {
  const contact = openContact(ctx.services.encryption, person)
  const unconfirmed = (await unconfirmedContacts(ctx, [person])).get(person.id)
  if (byTelephone || !contact.email || unconfirmed?.email) return saveRequest(ctx, person, { kind, byTelephone: true })
  const address = `${ctx.services.publicUrl}/yourData#${kind}=${await createSecret(ctx, 'link', person.id)}`
  const language = await contactLanguageOf(ctx, person, contact)
  await enqueuePrivacyLink(ctx, person.id, { to: contact.email, language, link: address })
}
