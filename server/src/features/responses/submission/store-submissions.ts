import { sql, type CompiledQuery, type Kysely } from 'kysely'
import { checkAnswers, needsParentConsent } from '@portico/shared/rules/answers'
import { isWelcome } from '@portico/shared/rules/flags'
import { judge } from '@portico/shared/rules/judging'
import type { Submission } from '@portico/shared/contract/responses'
import { Failure, type Issue } from '../../../infra/failure.ts'
import { sendInOrder, type Sent } from '../../../infra/postgres/statements/pipelined-transaction.ts'
import { prepared } from '../../../infra/postgres/statements/prepared.ts'
import { mailboxForm, phoneForm, sealRespondent } from '../../../infra/security/sealed-respondent.ts'
import type { Database, RequestContext, Services, SqlContext } from '../../../infra/request-context.ts'
import { canBeInvited } from '../../messages/invitations.ts'
import { findPublished, type Published } from '../../questionnaires/definitions.ts'
import { runPatterns } from '../../questionnaires/patterns.ts'
import { chooseAgency, mayBeShared } from '../assignment/assignment.ts'
import { findLateResponses, judgeLateResponses } from '../new-rules/late-cases.ts'
import { walkInUpdateOf } from './answered-walk-ins.ts'
import { isRepeated, type Idempotency } from './idempotency.ts'
import { insertionOf, type AcceptedSubmission } from './insert-submissions.ts'
import { openRegistrationWindow, type RegistrationWindow, type OpenWorkshop } from './registration-window.ts'

/** A submission to be stored. */
export interface PendingSubmission {
  readonly input: Submission
  /** Assigned on acceptance; the same for the same idempotency key. */
  readonly anonymousId: string
  readonly requestId: string
  readonly accountId: number | null
  /** Undefined for a submission without a key, which cannot be recognized. */
  readonly idempotency: Idempotency | undefined
}

/** The outcome of a submission; `isNew`: it was not stored before. */
export type SubmissionResult = { readonly anonymousId: string; readonly isNew: boolean } | { readonly error: unknown }

/** The error of a submission to an earlier version, which `sendSubmissions` leaves to `storeSubmissions`. */
export class EarlierVersion extends Error {}

/** How submissions are taken in; the defaults are those for respondents. */
export interface StoreOptions {
  /** This is a retry: they may be stored already, although the result was lost. */
  readonly isRetry?: boolean
  /** The action in the audit trail. */
  readonly action?: string
  /** Also accepts submissions to workshops that are not open. */
  readonly whenClosed?: boolean
  /** Does not invite green dots. */
  readonly withoutInvitation?: boolean
  /** Checks everything and writes nothing. */
  readonly checkOnly?: boolean
}

/**
 * Stores several submissions in the transaction of `ctx`: idempotency, respondent, flags, assignment, invitation, audit entry and what newer
 * rules decide on answers to an earlier version are written together or not at all. Returns one result per submission, in order; a refused
 * one changes nothing.
 */
export async function storeSubmissions(
  ctx: RequestContext,
  submissions: readonly PendingSubmission[],
  options: StoreOptions = {},
): Promise<SubmissionResult[]> {
  const { results, arriving, statements } = await checkSubmissions(ctx, submissions, options)
  // Before the statements lock the rows that all submissions count in.
  const late = await findLateResponses(ctx, arriving)
  await sendInOrder(ctx.db, statements)
  await judgeLateResponses(ctx, late, { withoutInvitation: options.withoutInvitation ?? false })
  return results
}

/**
 * The same as `storeSubmissions` for respondents, but only sends the statements that write; those to an earlier version are refused with
 * `EarlierVersion`.
 */
export async function sendSubmissions(
  ctx: SqlContext,
  submissions: readonly PendingSubmission[],
  { isRetry }: Pick<StoreOptions, 'isRetry'>,
): Promise<Sent<SubmissionResult[]>> {
  const { results, statements } = await checkSubmissions(ctx, submissions, { isRetry, newestOnly: true })
  return { result: results, pending: sendInOrder(ctx.db, statements) }
}

interface CheckOptions extends StoreOptions {
  readonly newestOnly?: boolean
}

interface CheckedSubmissions {
  readonly results: SubmissionResult[]
  /** Those that the statements write. */
  readonly arriving: readonly AcceptedSubmission[]
  readonly statements: readonly CompiledQuery[]
}

async function checkSubmissions(
  ctx: SqlContext,
  submissions: readonly PendingSubmission[],
  options: CheckOptions,
): Promise<CheckedSubmissions> {
  const {
    isRetry = false,
    action = 'responses.addNewQuestionnaireResponse',
    whenClosed = false,
    withoutInvitation = false,
    newestOnly = false,
  } = options
  const requested = submissions.map((submission) => submission.input)
  const [known, window] = await Promise.all([
    findStored(ctx, isRetry ? submissions : submissions.filter(({ idempotency }) => idempotency !== undefined)),
    openRegistrationWindow(ctx, requested, whenClosed),
  ])
  const results: SubmissionResult[] = []
  const accepted: AcceptedSubmission[] = []
  for (const submission of submissions) {
    try {
      const before = known.get(submission.idempotency?.key ?? '') ?? known.get(submission.anonymousId)
      const anonymousId = before
        ? repeatedId(ctx.services, before, submission)
        : await checkAndAccept(ctx, { window, newestOnly }, submission, accepted)
      known.set(anonymousId, { anonymousId, idempotencyHash: submission.idempotency?.hash ?? null })
      results.push({ anonymousId, isNew: before === undefined })
    } catch (error) {
      results.push({ error })
    }
  }
  if (options.checkOnly) return { results, arriving: [], statements: [] }
  const inserted = withoutInvitation ? accepted.map((one) => ({ ...one, isInvited: false })) : accepted
  const taken = new Set(accepted.map(({ anonymousId }) => anonymousId))
  const walkIns = submissions.flatMap(({ anonymousId, input: { walkIn } }) =>
    walkIn && taken.has(anonymousId) ? { token: walkIn, anonymousId } : [],
  )
  return { results, arriving: accepted, statements: [...insertionOf(ctx, action, inserted), ...walkInUpdateOf(ctx, walkIns)] }
}

interface Answered {
  readonly anonymousId: string
  readonly idempotencyHash: Buffer | null
  /** The person was deleted since: answers that a device resends are not stored again. Their hash is shortened, or missing. */
  readonly deleted?: boolean
}

async function findStored(ctx: SqlContext, submissions: readonly PendingSubmission[]): Promise<Map<string, Answered>> {
  if (submissions.length === 0) return new Map()
  const ids = submissions.map((submission) => submission.anonymousId)
  const keys = submissions.map((submission) => submission.idempotency?.key)
  const rows = await selectStored(ctx.db, { ids, keys })
  return new Map(rows.map((row) => [row.idempotencyKey ?? row.anonymousId, row]))
}

// By anonymousId, which is derived from the key; by the key itself for older responses. One lookup for each, because a plan for all of them
// together, made while the table is small, would read the whole table.
const selectStored = prepared<{ ids: readonly string[]; keys: readonly (string | undefined)[] }>()(
  (_db: Kysely<Database>, place) => sql<Answered & { readonly idempotencyKey: string | null }>`
    select stored.* from unnest(${place('ids')}::text[], ${place('keys')}::uuid[]) as given (id, key) cross join lateral (
      select anonymous_id, idempotency_key, idempotency_hash, false as deleted from respondent where anonymous_id = given.id
      union all select anonymous_id, idempotency_key, idempotency_hash, false from respondent where idempotency_key = given.key
      union all select anonymous_id, null, answers_digest, true from deleted_respondent where anonymous_id = given.id
    ) stored`,
)

function repeatedId(
  { encryption }: Services,
  { anonymousId, idempotencyHash, deleted }: Answered,
  { idempotency }: PendingSubmission,
): string {
  // Without a key, this number was generated for this very submission.
  if (!idempotency) return anonymousId
  // Earlier versions kept no hash of the answers of those they deleted.
  if (deleted && !idempotencyHash) return anonymousId
  if (!idempotencyHash || !isRepeated(encryption, idempotency, idempotencyHash)) throw new Failure('IDEMPOTENCY_KEY_REUSED')
  return anonymousId
}

async function checkAndAccept(
  ctx: SqlContext,
  { window, newestOnly }: { readonly window: RegistrationWindow; readonly newestOnly: boolean },
  submission: PendingSubmission,
  accepted: AcceptedSubmission[],
): Promise<string> {
  const { input } = submission
  const { workshop, newestId } = window.admit(input)
  if (newestOnly && input.questionnaireId !== undefined && input.questionnaireId < newestId) throw new EarlierVersion()
  const { today } = workshop
  const published = await findPublished(ctx, input.questionnaireId ?? newestId)
  if (!published || published.name !== input.name)
    throw new Failure('NO_QUESTIONNAIRE_REGISTERED', 'There is no questionnaire with this name that has this questionnaireId.')
  const fitsPattern = await runPatterns(published.questions, input.answers)
  const { issues, answers } = checkAnswers(published.questions, input.answers, { today, fitsPattern })
  const faults: Issue[] = issues.map(({ identifier, fault, message }) => ({ path: ['answers', identifier], code: fault, message }))
  if (!published.definition.languages.includes(input.language))
    faults.unshift({ path: ['language'], code: 'language', message: 'This questionnaire does not have this language.' })
  if (faults.length > 0) throw new Failure('VALIDATION_ERROR', undefined, { issues: faults })
  accepted.push(accept(ctx.services, { submission, published, workshop, answers }))
  return submission.anonymousId
}

interface Checked {
  readonly submission: PendingSubmission
  readonly published: Published
  readonly workshop: OpenWorkshop
  readonly answers: ReadonlyMap<string, string>
}

function accept(services: Services, { submission, published, workshop, answers }: Checked): AcceptedSubmission {
  const { anonymousId, input } = submission
  const { encryption } = services
  const { today } = workshop
  const { judged, flags } = judge(published.asking, answers, today)
  const contact = contactIn(published, answers, input.language)
  const who = needsParentConsent(answers, today) ? { ...contact, parentConsent: input.parentConsent ?? false } : contact
  return {
    ...sealRespondent(encryption, anonymousId, who, { places: published.places, answers: judged }),
    anonymousId,
    answers: judged,
    workshopId: workshop.id,
    questionnaireId: published.id,
    language: input.language,
    contactLanguage: contact.contactLanguage,
    submittedOn: today,
    emailHash: contact.email === null ? null : encryption.lookupHash('email', mailboxForm(contact.email)),
    phoneHash: contact.phoneNumber === null ? null : encryption.lookupHash('phone', phoneForm(contact.phoneNumber)),
    flag: flags.initial,
    currentFlag: flags.current,
    reds: flags.initialRedFlagAnswerCount,
    agencyId: flags.initial === 'red' && mayBeShared(judged) ? assignAgency(workshop, contact.contactLanguage) : null,
    idempotencyHash: submission.idempotency?.hash ?? null,
    isInvited: isWelcome(flags.current) && canBeInvited(services, contact),
    accountId: submission.accountId,
    requestId: submission.requestId,
  }
}

function contactIn({ contactQuestions }: Published, answers: ReadonlyMap<string, string>, language: string) {
  const answerTo = (identifier = '') => answers.get(identifier) || null
  return {
    fullName: answerTo(contactQuestions.fullName) ?? '',
    email: answerTo(contactQuestions.email),
    phoneNumber: answerTo(contactQuestions.phone),
    contactLanguage: answerTo(contactQuestions.contactLanguage) ?? language,
  }
}

function assignAgency(workshop: OpenWorkshop, language: string): number | null {
  const agencyId = chooseAgency(workshop.agencies, language)
  const agency = workshop.agencies.find((candidate) => candidate.id === agencyId)
  if (agency) agency.openCases += 1
  return agencyId ?? null
}
