import { checkAnswers } from '@portico/shared/rules/answers'
import { isWelcome, summarizeFlags } from '@portico/shared/rules/flags'
import { dayIn, isRed } from '@portico/shared/rules/red-rules'
import type { Submission } from '@portico/shared/contract/responses'
import { Failure, type Issue } from '../../../infra/failure.ts'
import { emailForm, phoneForm, sealPerson, type Contact, type StoredAnswer } from '../../../infra/person.ts'
import { newAnonymousId } from '../../../infra/vault.ts'
import type { Work } from '../../../infra/work.ts'
import { inviteToWorkshop } from '../../messages/commands.ts'
import { findPublished, type Published } from '../../questionnaires/definitions.ts'
import { chooseAgency } from '../casework/assignment.ts'
import { openGate, type Gate, type OpenWorkshop } from './gate.ts'

/** A submission on its way in. */
export interface Arrival {
  readonly input: Submission
  readonly requestId: string
  readonly accountId: number | null
  readonly idempotencyKey: string | undefined
  readonly idempotencyHash: Buffer | null
}

/** What becomes of it. */
export type Verdict = { readonly anonymousId: string } | { readonly error: unknown }

/**
 * Takes several submissions in, in the transaction of `work`: idempotency, respondent, flags, assignment, invitation with its job and
 * audit entry stand or fall together. Answers one verdict for each, in their order; a refused one changes nothing.
 */
export async function admitAll(work: Work, arrivals: readonly Arrival[]): Promise<Verdict[]> {
  const known = await answeredBefore(work, arrivals)
  const gate = await openGate(
    work,
    arrivals.map((arrival) => arrival.input),
  )
  const verdicts: Verdict[] = []
  const rows: Row[] = []
  for (const arrival of arrivals) {
    try {
      const before = arrival.idempotencyKey === undefined ? undefined : known.get(arrival.idempotencyKey)
      const anonymousId = before ? repeated(before, arrival) : await admit(work, gate, arrival, rows)
      if (arrival.idempotencyKey !== undefined && arrival.idempotencyHash)
        known.set(arrival.idempotencyKey, { anonymousId, hash: arrival.idempotencyHash })
      verdicts.push({ anonymousId })
    } catch (error) {
      verdicts.push({ error })
    }
  }
  if (rows.length > 0) await store(work, rows)
  return verdicts
}

interface Answered {
  readonly anonymousId: string
  readonly hash: Buffer
}

async function answeredBefore(work: Work, arrivals: readonly Arrival[]): Promise<Map<string, Answered>> {
  const keys = arrivals.flatMap((arrival) => arrival.idempotencyKey ?? [])
  if (keys.length === 0) return new Map()
  const rows = await work.db
    .selectFrom('respondent')
    .select(['anonymousId', 'idempotencyKey', 'idempotencyHash'])
    .where('idempotencyKey', 'in', keys)
    .execute()
  return new Map(
    rows.map((row) => [row.idempotencyKey ?? '', { anonymousId: row.anonymousId, hash: row.idempotencyHash ?? Buffer.alloc(0) }]),
  )
}

function repeated(before: Answered, arrival: Arrival): string {
  if (!arrival.idempotencyHash?.equals(before.hash)) throw new Failure('IDEMPOTENCY_KEY_REUSED')
  return before.anonymousId
}

interface Row {
  readonly arrival: Arrival
  readonly columns: ReturnType<typeof rowOf>['columns']
  readonly invited: boolean
}

async function admit(work: Work, gate: Gate, arrival: Arrival, rows: Row[]): Promise<string> {
  const { input } = arrival
  const { workshop, newestId } = gate.admit(input)
  const published = await findPublished(work, input.questionnaireId ?? newestId)
  if (!published || published.name !== input.name) throw new Failure('NO_QUESTIONNAIRE_REGISTERED')
  const today = dayIn(workshop.timeZone, work.now)
  const { issues, answers } = checkAnswers(published.questions, input.answers, today)
  const faults: Issue[] = issues.map(({ identifier, fault, message }) => ({ path: ['answers', identifier], code: fault, message }))
  if (!published.definition.languages.includes(input.language))
    faults.unshift({ path: ['language'], code: 'language', message: 'This questionnaire does not have this language.' })
  if (faults.length > 0) throw new Failure('VALIDATION_ERROR', undefined, { issues: faults })
  const stored = storedAnswers(published, answers, today)
  const row = { arrival, ...rowOf(work, { arrival, published, workshop, stored, today }) }
  rows.push(row)
  return row.columns.anonymousId
}

// Every question that can be answered has its place, answered or not: the place makes the answerId.
function storedAnswers(published: Published, answers: ReadonlyMap<string, string>, today: string): StoredAnswer[] {
  return published.definition.questions
    .filter((question) => question.type !== 'youtube')
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
  readonly arrival: Arrival
  readonly published: Published
  readonly workshop: OpenWorkshop
  readonly stored: readonly StoredAnswer[]
  readonly today: string
}

function rowOf(work: Work, { arrival, published, workshop, stored, today }: Accepted) {
  const flags = summarizeFlags(
    stored.map((answer) => ({ ...answer, overridden: false })),
    null,
  )
  const roleOf = new Map(
    published.definition.questions.flatMap((question) => (question.contactRole ? [[question.contactRole, question.identifier]] : [])),
  )
  const valueOf = new Map(stored.map((answer) => [answer.identifier, answer.value]))
  const byRole = (role: 'fullName' | 'email' | 'phone') => valueOf.get(roleOf.get(role) ?? '') || null
  const contact = { fullName: byRole('fullName') ?? '', email: byRole('email'), phoneNumber: byRole('phone') }
  const contactQuestion = published.definition.questions.find((question) => question.type === 'contactLanguage')
  const contactLanguage = (contactQuestion && valueOf.get(contactQuestion.identifier)) || arrival.input.language
  const agencyId = flags.initial === 'red' ? chooseAgency(workshop.agencies, contactLanguage) : undefined
  const agency = workshop.agencies.find((candidate) => candidate.id === agencyId)
  if (agency) agency.openCases += 1
  return {
    columns: {
      ...columnsOf(work, arrival, contact, stored),
      workshopId: workshop.id,
      questionnaireId: published.id,
      contactLanguage,
      submittedOn: today,
      ...flagColumns(flags),
      agencyId: agencyId ?? null,
      assignedAt: agencyId === undefined ? null : work.now,
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

function columnsOf(work: Work, arrival: Arrival, contact: Contact, stored: readonly StoredAnswer[]) {
  const { vault } = work.deps
  const anonymousId = newAnonymousId()
  return {
    anonymousId,
    language: arrival.input.language,
    submittedAt: work.now,
    ...sealPerson(vault, anonymousId, contact, stored),
    emailHash: contact.email === null ? null : vault.lookupHash('email', emailForm(contact.email)),
    phoneHash: contact.phoneNumber === null ? null : vault.lookupHash('phone', phoneForm(contact.phoneNumber)),
    idempotencyKey: arrival.idempotencyKey ?? null,
    idempotencyHash: arrival.idempotencyHash,
  }
}

// A key that another replica is storing at this moment ends this transaction; the submission is then taken again and finds it.
async function store(work: Work, rows: readonly Row[]): Promise<void> {
  const ids = await work.db
    .insertInto('respondent')
    .values(rows.map((row) => row.columns))
    .returning(['id', 'anonymousId'])
    .execute()
  await work.db
    .insertInto('audit_entry')
    .values(
      rows.map(({ arrival, columns }) => ({
        at: work.now,
        accountId: arrival.accountId,
        action: 'responses.addNewQuestionnaireResponse',
        subjects: [`respondent:${columns.anonymousId}`],
        requestId: arrival.requestId,
      })),
    )
    .execute()
  const idOf = new Map(ids.map((row) => [row.anonymousId, row.id]))
  await inviteToWorkshop(
    work,
    rows.filter((row) => row.invited).map((row) => ({ id: idOf.get(row.columns.anonymousId) ?? 0 })),
  )
}
