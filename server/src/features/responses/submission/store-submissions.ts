import { checkAnswers } from '@portico/shared/rules/answers'
import { isWelcome, summarizeFlags } from '@portico/shared/rules/flags'
import { dayIn, isRed } from '@portico/shared/rules/red-rules'
import type { Submission } from '@portico/shared/contract/responses'
import { takesAnswer } from '@portico/shared/words/question-types'
import { Failure, type Issue } from '../../../infra/failure.ts'
import { mailboxForm, phoneForm, sealRespondent, type Contact, type StoredAnswer } from '../../../infra/security/sealed-respondent.ts'
import { signedEntry } from '../../../infra/security/audit/audit-signature.ts'
import { newAnonymousId } from '../../../infra/security/encryption.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { inviteToWorkshop } from '../../messages/commands.ts'
import { contactLanguageIn, findPublished, type Published } from '../../questionnaires/definitions.ts'
import { patterns } from '../../questionnaires/patterns.ts'
import { chooseAgency } from '../assignment/assignment.ts'
import { openRegistrationWindow, type RegistrationWindow, type OpenWorkshop } from './registration-window.ts'

/** A submission on its way in. */
export interface PendingSubmission {
  readonly input: Submission
  readonly requestId: string
  readonly accountId: number | null
  readonly idempotencyKey: string | undefined
  readonly idempotencyHash: Buffer | null
}

/** What becomes of it. */
export type SubmissionResult = { readonly anonymousId: string } | { readonly error: unknown }

/**
 * Takes several submissions in, in the transaction of `ctx`: idempotency, respondent, flags, assignment, invitation with its job and
 * audit entry stand or fall together. Returns one result for each, in their order; a refused one changes nothing.
 */
export async function storeSubmissions(ctx: RequestContext, submissions: readonly PendingSubmission[]): Promise<SubmissionResult[]> {
  const known = await answeredBefore(ctx, submissions)
  const window = await openRegistrationWindow(
    ctx,
    submissions.map((submission) => submission.input),
  )
  const results: SubmissionResult[] = []
  const rows: Row[] = []
  for (const submission of submissions) {
    try {
      const before = submission.idempotencyKey === undefined ? undefined : known.get(submission.idempotencyKey)
      const anonymousId = before ? repeated(before, submission) : await admit(ctx, window, submission, rows)
      if (submission.idempotencyKey !== undefined && submission.idempotencyHash)
        known.set(submission.idempotencyKey, { anonymousId, hash: submission.idempotencyHash })
      results.push({ anonymousId })
    } catch (error) {
      results.push({ error })
    }
  }
  if (rows.length > 0) await store(ctx, rows)
  return results
}

interface Answered {
  readonly anonymousId: string
  readonly hash: Buffer
}

async function answeredBefore(ctx: RequestContext, submissions: readonly PendingSubmission[]): Promise<Map<string, Answered>> {
  const keys = submissions.flatMap((submission) => submission.idempotencyKey ?? [])
  if (keys.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('respondent')
    .select(['anonymousId', 'idempotencyKey', 'idempotencyHash'])
    .where('idempotencyKey', 'in', keys)
    .execute()
  return new Map(
    rows.map((row) => [row.idempotencyKey ?? '', { anonymousId: row.anonymousId, hash: row.idempotencyHash ?? Buffer.alloc(0) }]),
  )
}

function repeated(before: Answered, submission: PendingSubmission): string {
  if (!submission.idempotencyHash?.equals(before.hash)) throw new Failure('IDEMPOTENCY_KEY_REUSED')
  return before.anonymousId
}

interface Row {
  readonly submission: PendingSubmission
  readonly columns: ReturnType<typeof rowOf>['columns']
  readonly invited: boolean
}

async function admit(ctx: RequestContext, window: RegistrationWindow, submission: PendingSubmission, rows: Row[]): Promise<string> {
  const { input } = submission
  const { workshop, newestId } = window.admit(input)
  const published = await findPublished(ctx, input.questionnaireId ?? newestId)
  if (!published || published.name !== input.name) throw new Failure('NO_QUESTIONNAIRE_REGISTERED')
  const today = dayIn(workshop.timeZone, ctx.now)
  const { issues, answers } = checkAnswers(published.questions, input.answers, { today, fitsPattern: patterns.fits })
  const faults: Issue[] = issues.map(({ identifier, fault, message }) => ({ path: ['answers', identifier], code: fault, message }))
  if (!published.definition.languages.includes(input.language))
    faults.unshift({ path: ['language'], code: 'language', message: 'This questionnaire does not have this language.' })
  if (faults.length > 0) throw new Failure('VALIDATION_ERROR', undefined, { issues: faults })
  const stored = storedAnswers(published, answers, today)
  const row = { submission, ...rowOf(ctx, { submission, published, workshop, stored, today }) }
  rows.push(row)
  return row.columns.anonymousId
}

// Every question that can be answered has its place, answered or not: the place makes the answerId.
function storedAnswers(published: Published, answers: ReadonlyMap<string, string>, today: string): StoredAnswer[] {
  return published.definition.questions
    .filter((question) => takesAnswer(question.type))
    .map(({ identifier, redWhen }) => {
      const value = answers.get(identifier) ?? ''
      return {
        identifier,
        value,
        canBeFlagged: redWhen !== undefined,
        initialFlag: redWhen && isRed(redWhen, value, today) ? 'red' : 'green',
      }
    })
}

interface Accepted {
  readonly submission: PendingSubmission
  readonly published: Published
  readonly workshop: OpenWorkshop
  readonly stored: readonly StoredAnswer[]
  readonly today: string
}

function rowOf(ctx: RequestContext, { submission, published, workshop, stored, today }: Accepted) {
  const flags = summarizeFlags(
    stored.map((answer) => ({ ...answer, overridden: false })),
    null,
  )
  const roleOf = new Map(
    published.definition.questions.flatMap((question) => (question.contactRole ? [[question.contactRole, question.identifier]] : [])),
  )
  const valueOf = new Map(stored.map((answer) => [answer.identifier, answer.value]))
  const byRole = (role: 'fullName' | 'email' | 'phone') => valueOf.get(roleOf.get(role) ?? '') || null
  const contactLanguage = contactLanguageIn(published, stored) ?? submission.input.language
  const contact = { fullName: byRole('fullName') ?? '', email: byRole('email'), phoneNumber: byRole('phone'), contactLanguage }
  const agencyId = flags.initial === 'red' ? chooseAgency(workshop.agencies, contactLanguage) : undefined
  const agency = workshop.agencies.find((candidate) => candidate.id === agencyId)
  if (agency) agency.openCases += 1
  return {
    columns: {
      ...respondentRow(ctx, submission, contact, stored),
      workshopId: workshop.id,
      questionnaireId: published.id,
      submittedOn: today,
      ...flagColumns(flags),
      agencyId: agencyId ?? null,
      assignedAt: agencyId === undefined ? null : ctx.now,
    },
    invited: isWelcome(flags.current) && contact.email !== null,
  }
}

function flagColumns(flags: ReturnType<typeof summarizeFlags>) {
  return {
    initialFlag: flags.initial,
    currentFlag: flags.current,
    initialReds: flags.initialRedFlagAnswerCount,
    currentReds: flags.currentRedFlagAnswerCount,
  }
}

function respondentRow(ctx: RequestContext, submission: PendingSubmission, contact: Contact, stored: readonly StoredAnswer[]) {
  const { encryption } = ctx.services
  const anonymousId = newAnonymousId()
  return {
    anonymousId,
    language: submission.input.language,
    submittedAt: ctx.now,
    ...sealRespondent(encryption, anonymousId, contact, stored),
    emailHash: contact.email === null ? null : encryption.lookupHash('email', mailboxForm(contact.email)),
    phoneHash: contact.phoneNumber === null ? null : encryption.lookupHash('phone', phoneForm(contact.phoneNumber)),
    idempotencyKey: submission.idempotencyKey ?? null,
    idempotencyHash: submission.idempotencyHash,
  }
}

// A key that another replica is storing at this moment ends this transaction; the submission is then taken again and finds it.
async function store(ctx: RequestContext, rows: readonly Row[]): Promise<void> {
  const ids = await ctx.db
    .insertInto('respondent')
    .values(rows.map((row) => row.columns))
    .returning(['id', 'anonymousId'])
    .execute()
  await ctx.db
    .insertInto('audit_entry')
    .values(
      rows.map(({ submission, columns }) =>
        signedEntry(ctx.services.encryption, {
          at: ctx.now,
          accountId: submission.accountId,
          action: 'responses.addNewQuestionnaireResponse',
          subjects: [`respondent:${columns.anonymousId}`],
          requestId: submission.requestId,
        }),
      ),
    )
    .execute()
  const idOf = new Map(ids.map((row) => [row.anonymousId, row.id]))
  await inviteToWorkshop(
    ctx,
    rows.filter((row) => row.invited).map((row) => ({ id: idOf.get(row.columns.anonymousId) ?? 0 })),
  )
}
