import type { ExpressionBuilder } from 'kysely'
import { currentRespondentFlag, isWelcome, summarizeFlags, type JudgedAnswer } from '@portico/shared/rules/flags'
import { limits } from '@portico/shared/words/limits'
import type { DecidableFlag, RespondentFlagWord } from '@portico/shared/words/flags'
import { auditRespondents } from '../../../infra/security/audit/audit.ts'
import { Failure } from '../../../infra/failure.ts'
import { openContact, type StoredAnswer } from '../../../infra/security/sealed-respondent.ts'
import type { Database, RequestContext } from '../../../infra/request-context.ts'
import { canBeInvited, hasWithheldInvitation, inviteToWorkshop } from '../../messages/invitations.ts'
import { answersOf, contactLanguageOf } from '../../questionnaires/definitions.ts'
import { lockAgencyJoining, candidatesOf, chooseAgency, isWithheld, mayBeShared, waitingIn } from '../assignment/assignment.ts'
import { caseDecisionsOf, record } from './history.ts'
import { everyone, inScope, type Scope } from '../scope.ts'

// An invitation leaves only after the offer to undo its cause has left the screen.
const undoSeconds = limits.undoShownMs / 1_000 + 2

/** A decrypted case, usually with its row locked. */
export interface Case {
  readonly id: number
  readonly anonymousId: string
  readonly workshopId: number
  readonly questionnaireId: number
  readonly language: string
  readonly submittedOn: string
  readonly agencyId: number | null
  readonly initialFlag: RespondentFlagWord
  readonly currentFlag: RespondentFlagWord
  readonly currentReds: number
  readonly forcedFlag: DecidableFlag | null
  readonly checkedInAt: Date | null
  readonly keyId: string
  readonly wrappedKey: Buffer | null
  readonly sealedContact: Buffer
  readonly sealedAnswers: Buffer
  readonly answers: readonly StoredAnswer[]
  /** All decisions on it, oldest first; their number is the version of the case. */
  readonly decisions: readonly PastDecision[]
  /** Whether the answer at a position is overridden now. */
  readonly overridden: Map<number, boolean>
  /** Whether it was withdrawn, merged or stopped: no agency is assigned because of it until it returns. */
  readonly isSetAside: boolean
  judge(position: number, answer: StoredAnswer): JudgedAnswer
  /** Whether this account overrode this answer to red at check-in, and nothing was decided on it since. */
  isHeldBackBy(accountId: number, position: number): boolean
}

type PastDecision = Awaited<ReturnType<typeof caseDecisionsOf>>[number]

/**
 * Opens a case to decide on it. Locks its row unless `lock` is false, so that of two concurrent reviewers the second sees the first's
 * decision. `setAsideKey`: the key of a case that is set aside. Throws `NOT_FOUND`.
 */
export async function openCase(
  ctx: RequestContext,
  scope: Scope,
  key: CaseKey,
  { lock = true, setAsideKey = null }: { readonly lock?: boolean; readonly setAsideKey?: Buffer | null } = {},
): Promise<Case> {
  // Taken before the case's row, in the same order as a joining agency, to avoid a deadlock.
  if (lock && (await waitingIn(ctx).select('id').where(isCase(key)).executeTakeFirst())) await lockAgencyJoining(ctx, 'case')
  const row = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'workshopId', 'questionnaireId', 'language', 'submittedOn', 'agencyId', 'checkedInAt'])
    .select(['initialFlag', 'currentFlag', 'currentReds', 'forcedFlag', 'keyId', 'wrappedKey', 'sealedContact', 'sealedAnswers'])
    .where(isCase(key))
    .where(inScope(scope))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  const isSetAside = row?.wrappedKey === null
  const wrappedKey = row?.wrappedKey ?? setAsideKey
  if (!row || !wrappedKey) {
    // An answer id identifies a respondent, so the refusal audits it as it audits a requested anonymousId.
    if ('id' in key) auditRespondents(ctx, [`#${key.id}`])
    throw new Failure('NOT_FOUND')
  }
  auditRespondents(ctx, [row.anonymousId])
  const opened = { ...row, wrappedKey }
  const answers = await answersOf(ctx, opened)
  const decisions = await caseDecisionsOf(ctx, opened)
  const newest = new Map<number, PastDecision>()
  for (const decision of decisions) if (decision.position !== null) newest.set(decision.position, decision)
  const isHeldBack = [...newest.values()].some((decision) => isHeldBackBy(scope.orHeldBackBy, decision))
  if (scope.flags && !scope.flags.includes(row.currentFlag) && !isHeldBack) throw new Failure('NOT_FOUND')
  if (isWithheld(scope, row, answers)) throw new Failure('NOT_FOUND')
  const overridden = overriddenIn(newest, answers)
  return {
    ...opened,
    answers,
    decisions,
    overridden,
    isSetAside,
    // New rules may have turned an answer red that could not be flagged when it arrived.
    judge: (position, answer) => ({
      ...answer,
      canBeFlagged: answer.canBeFlagged || overridden.has(position),
      overridden: overridden.get(position) ?? false,
    }),
    isHeldBackBy: (accountId, position) => isHeldBackBy(accountId, newest.get(position)),
  }
}

/** Opens a case, also one that is set aside, with the key that is kept for it. Throws `NOT_FOUND`. */
export async function openAnyCase(
  ctx: RequestContext,
  { id, wrappedKey }: { readonly id: number; readonly wrappedKey: Buffer | null },
): Promise<Case> {
  return openCase(ctx, { ...(await everyone(ctx)), includeStopped: true }, { id }, { setAsideKey: wrappedKey })
}

function isHeldBackBy(accountId: number | undefined, newest: PastDecision | undefined): boolean {
  return newest?.flag === 'red' && newest.isAtCheckIn === true && newest.accountId === accountId
}

/** Which case to open. */
export type CaseKey = { readonly id: number } | { readonly anonymousId: string }

function isCase(key: CaseKey) {
  return (where: ExpressionBuilder<Database, 'respondent'>) =>
    'id' in key ? where('id', '=', key.id) : where('anonymousId', '=', key.anonymousId)
}

// A correction has no flag: decisions before it were about another answer.
function overriddenIn(newest: ReadonlyMap<number, { readonly flag: DecidableFlag | null }>, answers: readonly StoredAnswer[]) {
  return new Map(
    [...newest].flatMap(([position, { flag }]) => (flag === null ? [] : [[position, flag !== answers[position]?.initialFlag]])),
  )
}

/** How a case is updated. */
export interface UpdateOptions {
  readonly withoutInvitation?: boolean
}

/**
 * Withdraws a force-green if an answer is red (shared/spec/contract.md#flags). Returns the force that is left, the flag that it results in
 * and the number of red answers.
 */
export async function settleForce(ctx: RequestContext, reviewed: Case, decidedFlag: DecidableFlag | null, reason = 'An answer is red.') {
  const judged = reviewed.answers.map((answer, position) => reviewed.judge(position, answer))
  const { currentRedFlagAnswerCount: reds } = summarizeFlags(judged, null)
  const withdrawsForce = decidedFlag === 'green' && reds > 0
  if (withdrawsForce) await record(ctx, reviewed, { about: 'respondent', flag: null, reason })
  const forcedFlag = withdrawsForce ? null : decidedFlag
  return { forcedFlag, current: currentRespondentFlag(reviewed.initialFlag, reds, forcedFlag), reds }
}

/**
 * Applies what follows from a decision: flags and counts, an agency for those who now need one, an invitation for those who are now welcome
 * unless `withoutInvitation`, where only one that was withheld is scheduled again. Withdraws a force-green if an answer is red
 * (shared/spec/contract.md#flags). Returns the current flag.
 */
export async function updateCase(
  ctx: RequestContext,
  reviewed: Case,
  decidedFlag: DecidableFlag | null,
  { withoutInvitation = false }: UpdateOptions = {},
): Promise<RespondentFlagWord> {
  const { forcedFlag, current, reds } = await settleForce(ctx, reviewed, decidedFlag)
  const { isSetAside } = reviewed
  const needsAgency =
    !isSetAside && reviewed.agencyId === null && (current === 'in-progress' || current === 'red') && mayBeShared(reviewed.answers)
  const contact = openContact(ctx.services.encryption, reviewed)
  const agencyId = needsAgency
    ? chooseAgency(await candidatesOf(ctx, reviewed.workshopId), await contactLanguageOf(ctx, reviewed, contact))
    : undefined
  await ctx.db
    .updateTable('respondent')
    .set({
      currentFlag: current,
      currentReds: reds,
      forcedFlag,
      ...(isWelcome(current) && !isWelcome(reviewed.currentFlag) && { telephoneSince: ctx.now }),
      ...(agencyId !== undefined && { agencyId, assignedAt: ctx.now }),
    })
    .where('id', '=', reviewed.id)
    .execute()
  const isInvited = !withoutInvitation || (!isWelcome(reviewed.currentFlag) && (await hasWithheldInvitation(ctx, reviewed.id)))
  if (isInvited && isWelcome(current) && canBeInvited(ctx.services, contact))
    await inviteToWorkshop(ctx, [reviewed], { afterSeconds: undoSeconds })
  return current
}
