import type {
  CompletedRequest,
  LinkByToken,
  OpenedLink,
  RecordedRequest,
  VisitorOutcome,
  VisitorRequest,
} from '@portico/shared/contract/privacy'
import { isWelcome } from '@portico/shared/rules/flags'
import { privacyDueAt, type PrivacyRequestKind } from '@portico/shared/rules/privacy'
import { Failure } from '../../infra/failure.ts'
import { inAuditedTransaction } from '../../infra/postgres/transaction.ts'
import { callerOf, sql as statements, type HttpContext, type RequestContext } from '../../infra/request-context.ts'
import type { RateLimitName } from '../../infra/security/rate-limits.ts'
import { mailboxForm, openContact, openRequest, phoneForm, sealContact, sealRequest } from '../../infra/security/sealed-respondent.ts'
import { forgetRefusals, hasNewAddress } from '../messages/refusals.ts'
import { findPublished } from '../questionnaires/definitions.ts'
import { forgetContacts } from '../responses/listing/contact-cache.ts'
import { correctedCase, planCorrection, recordWithdrawnForce } from '../responses/new-rules/corrected-case.ts'
import { updateByRules } from '../responses/new-rules/rules-of-case.ts'
import { openAnyCase } from '../responses/review/open-case.ts'
import { storeCorrection, withContactAnswers } from '../responses/review/store-correction.ts'
import { lockKeptCase, lockMergedCases, lockPerson, type Person } from './find-person.ts'
import { deletePerson, reopenCase, setAside } from './removal.ts'
import { personalDataOf } from './personal-data.ts'
import { createSecret, endVisits, spendLink, respondentOfVisit } from './visits.ts'

const correctionReason = 'The person asked for it.'

/** Uses up an e-mailed link and returns a visit with the person's data. Throws `INVALID_CODE`. */
export async function openLink(ctx: RequestContext, { token }: LinkByToken): Promise<OpenedLink> {
  const person = await lockVisitor(ctx, await spendLink(ctx, token))
  return { visit: await createSecret(ctx, 'visit', person.id), data: await personalDataOf(ctx, person) }
}

/**
 * Handles a request from a person who came through their link. Stopping, resuming and deleting happen at once; a correction is left to
 * staff. Throws `INVALID_CODE`, `INVALID_REQUEST` for an empty correction, and `TOO_MANY_REQUESTS` for more corrections or resumptions than
 * a respondent may ask for in a day, or for repeating a stop all the time (shared/spec/contract.md#privacy-requests).
 */
export async function submitRequest(http: HttpContext, request: VisitorRequest): Promise<VisitorOutcome> {
  await countRequest(http, request)
  return inAuditedTransaction(http, 'privacy.submitRequest', (ctx) => handleRequest(ctx, request))
}

const limitOfKind: Partial<Record<VisitorRequest['kind'], RateLimitName>> = {
  stop: 'callsPerLink',
  correct: 'correctionPerRespondent',
  resume: 'resumePerRespondent',
}

async function countRequest({ services }: HttpContext, { visit, kind, text }: VisitorRequest): Promise<void> {
  const ctx = { db: statements(services.orm.em.fork()), now: services.clock() }
  const respondentId = await respondentOfVisit(ctx, visit)
  if (kind === 'correct' && !text?.trim()) throw new Failure('INVALID_REQUEST', 'Say what has to be corrected.')
  const limit = limitOfKind[kind]
  // Deleting and stopping are never refused; each stop that changes something, but the first, needs a resumption.
  if (!limit || (kind === 'stop' && !(await hasStopped(ctx, respondentId)))) return
  const { within, retryAfter } = await services.rateLimits.count(limit, String(respondentId))
  if (!within) throw new Failure('TOO_MANY_REQUESTS', 'You have asked for this too often today. Please call us.', { retryAfter })
}

async function hasStopped({ db }: Pick<RequestContext, 'db'>, respondentId: number): Promise<boolean> {
  const stopped = await db.selectFrom('stopped_respondent').select('kind').where('respondentId', '=', respondentId).executeTakeFirst()
  return stopped?.kind === 'asked'
}

async function handleRequest(ctx: RequestContext, { visit, kind, text }: VisitorRequest): Promise<VisitorOutcome> {
  const person = await lockVisitor(ctx, await respondentOfVisit(ctx, visit))
  // Staff who just recorded another e-mail address have ended the visit.
  await respondentOfVisit(ctx, visit)
  const { stoppedAt, stoppedAs } = person
  const changesNothing = kind === 'stop' ? stoppedAs === 'asked' : kind === 'resume' && stoppedAt === null
  await saveRequest(ctx, person, { kind, text, doneAt: kind === 'correct' ? null : ctx.now, onlyIfWaiting: changesNothing })
  if (kind === 'delete') {
    await deletePerson(ctx, person)
    return { data: null }
  }
  await applyRequest(ctx, person, kind)
  return { data: await personalDataOf(ctx, await lockPerson(ctx, { id: person.id })) }
}

// A link to a case that was merged since went to an address that may be somebody else's than the kept case's.
async function lockVisitor(ctx: RequestContext, id: number): Promise<Person> {
  const person = await lockPerson(ctx, { id })
  if (person.mergedIntoId !== null) throw new Failure('INVALID_CODE')
  return person
}

/** Records a request made by telephone, by letter or in person. Throws `NOT_FOUND`. */
export async function recordRequest(ctx: RequestContext, { respondent, kind, text }: RecordedRequest): Promise<Record<string, never>> {
  await saveRequest(ctx, await lockPerson(ctx, respondent), { kind, text })
  return {}
}

/**
 * Carries out a request, or records that it was done. Throws `NOT_FOUND`, `ALREADY_SET` if it was already done, and `CASE_CHANGED` if the
 * contact data to be replaced is no longer that of the person.
 */
export async function completeRequest(ctx: RequestContext, { id, ...correction }: CompletedRequest): Promise<Record<string, never>> {
  const request = await ctx.db
    .selectFrom('privacy_request')
    .select(['kind', 'doneAt', 'respondentId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!request) throw new Failure('NOT_FOUND')
  if (request.doneAt) throw new Failure('ALREADY_SET', 'This request is done already.')
  const person = request.respondentId === null ? undefined : await lockPerson(ctx, { id: request.respondentId })
  const done = await ctx.db
    .updateTable('privacy_request')
    .set({ doneAt: ctx.now, doneById: callerOf(ctx).id })
    .where('id', '=', id)
    .where('doneAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!done) throw new Failure('ALREADY_SET', 'This request is done already.')
  if (!person) return {}
  const kept = await lockKeptCase(ctx, person)
  if (request.kind === 'delete') await deletePerson(ctx, kept)
  else await applyRequest(ctx, kept, request.kind)
  if (request.kind === 'correct') await applyCorrection(ctx, person, correction)
  return {}
}

async function applyRequest(ctx: RequestContext, kept: Person, kind: Exclude<PrivacyRequestKind, 'delete'>): Promise<void> {
  if (kind === 'stop') await setAside(ctx, kept)
  if (kind === 'resume') await reopenCase(ctx, kept)
}

// The case that the person asked about is corrected too, because a wrong address must not open it once it is separated either. Of merged
// cases only the kept one is invited; whoever asked us to stop is invited once they resume.
async function applyCorrection(ctx: RequestContext, person: Person, { contact, replaces, confirmed }: ContactCorrection): Promise<void> {
  if (!contact) return
  const cases = await lockMergedCases(ctx, person)
  const kept = cases.at(-1) ?? person
  if (replaces && !isSameContact(openContact(ctx.services.encryption, kept), replaces))
    throw new Failure('CASE_CHANGED', 'Their contact data was corrected meanwhile. Nothing was saved.')
  for (const one of cases) {
    const before = await openAnyCase(ctx, one)
    const published = await findPublished(ctx, one.questionnaireId)
    // The answers that contact data came from are exported, so they are corrected too; the history keeps the previous values.
    const plan = await planCorrection(ctx, before, published ? withContactAnswers(published, before, contact) : before.answers)
    await recordWithdrawnForce(ctx, before, plan, correctionReason)
    const { after, corrections } = plan
    const change = { after, corrections, reason: correctionReason, uncounted: before.isSetAside }
    const stored = published ? await storeCorrection(ctx, one, { published, ...change }) : one.sealedContact
    const { sealedContact, isNew } = await correctContact(ctx, one, { contact, confirmed, sealedContact: stored })
    // Whoever was welcome already, such as one from an earlier system, is not invited because of a corrected name.
    const withoutInvitation = one.mergedIntoId !== null || (isWelcome(before.currentFlag) && !isNew)
    await updateByRules(ctx, correctedCase(before, plan, sealedContact), plan.byRules, { withoutInvitation })
  }
}

type ContactCorrection = Omit<CompletedRequest, 'id'>
type ContactData = NonNullable<CompletedRequest['contact']>

function isSameContact(one: ContactData, other: ContactData): boolean {
  return one.fullName === other.fullName && one.email === other.email && one.phoneNumber === other.phoneNumber
}

/** Corrected contact data, and what was stored of it with the answers that it came from. */
interface StoredContact {
  readonly contact: ContactData
  readonly confirmed?: boolean | undefined
  readonly sealedContact: Buffer
}

// Returns what was stored, and whether messages now go to another address or number.
async function correctContact(
  ctx: RequestContext,
  person: Person,
  { contact, confirmed = false, sealedContact: stored }: StoredContact,
): Promise<{ readonly sealedContact: Buffer; readonly isNew: boolean }> {
  const { encryption } = ctx.services
  const { email, phoneNumber } = contact
  const before = openContact(encryption, person)
  const corrected = { ...openContact(encryption, { ...person, sealedContact: stored }), ...contact }
  const sealedContact = sealContact(encryption, person, corrected)
  await ctx.db
    .updateTable('respondent')
    .set({
      sealedContact,
      emailHash: email === null ? null : encryption.lookupHash('email', mailboxForm(email)),
      phoneHash: phoneNumber === null ? null : encryption.lookupHash('phone', phoneForm(phoneNumber)),
      ...(confirmed && { contactConfirmedUpTo: await newestDecision(ctx, person) }),
    })
    .where('id', '=', person.id)
    .execute()
  if (email !== before.email) await endVisits(ctx, person.id)
  forgetContacts(encryption, [person.id])
  const isNew = hasNewAddress(before, contact)
  if (isNew) await forgetRefusals(ctx, person.id)
  return { sealedContact, isNew }
}

async function newestDecision(ctx: RequestContext, { id }: Person): Promise<number | null> {
  const newest = ctx.db.selectFrom('decision').select((select) => select.fn.max('id').as('id'))
  return (await newest.where('respondentId', '=', id).executeTakeFirstOrThrow()).id
}

interface RequestToSave {
  readonly kind: PrivacyRequestKind
  readonly byTelephone?: boolean
  readonly text?: string | undefined
  readonly doneAt?: Date | null
  readonly onlyIfWaiting?: boolean
}

/**
 * Records a request of this person. Repeating a pending one updates it and keeps its deadline; `onlyIfWaiting` records no other. Part of the
 * call's transaction.
 */
export async function saveRequest(
  ctx: RequestContext,
  person: Person,
  { kind, byTelephone = false, text = '', doneAt = null, onlyIfWaiting = false }: RequestToSave,
): Promise<void> {
  const sealed = text.trim() === '' ? null : sealRequest(ctx.services.encryption, person, text.trim())
  const waiting = await findWaiting(ctx, person, { kind, text: text.trim() })
  if (waiting) {
    const changed = { byTelephone, ...(sealed && { sealed }), ...(doneAt && { doneAt }) }
    await ctx.db.updateTable('privacy_request').set(changed).where('id', '=', waiting.id).execute()
    return
  }
  if (onlyIfWaiting) return
  const { id: respondentId, anonymousId } = person
  const row = { respondentId, anonymousId, kind, byTelephone, sealed, requestedAt: ctx.now, dueAt: privacyDueAt(kind, ctx.now), doneAt }
  await ctx.db.insertInto('privacy_request').values(row).execute()
}

// Each text of a correction is a request of its own, so that none replaces another, or is completed by somebody who did not read it.
async function findWaiting(
  ctx: RequestContext,
  person: Person,
  { kind, text }: { readonly kind: PrivacyRequestKind; readonly text: string },
) {
  const waiting = await ctx.db
    .selectFrom('privacy_request')
    .select(['id', 'sealed'])
    .where('respondentId', '=', person.id)
    .where('kind', '=', kind)
    .where('doneAt', 'is', null)
    .orderBy('id')
    .execute()
  if (kind !== 'correct' || text === '') return waiting[0]
  return waiting.find(({ sealed }) => sealed && openRequest(ctx.services.encryption, person, sealed) === text)
}
