import { greenBlocker, isWelcome, overrideBlocker, redBlocker, summarizeFlags, type JudgedAnswer } from '@portico/shared/rules/flags'
import { isAdmin } from '@portico/shared/rules/accounts'
import type { AnswerOverride, StatusOverride } from '@portico/shared/contract/responses'
import type { DecidableFlag, RespondentFlagWord } from '@portico/shared/words/flags'
import { auditRespondents } from '../../../infra/security/audit/audit.ts'
import { Failure } from '../../../infra/failure.ts'
import { openAnswers, openContact, type StoredAnswer } from '../../../infra/security/sealed-respondent.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { inviteToWorkshop } from '../../messages/commands.ts'
import { contactLanguageOf } from '../../questionnaires/definitions.ts'
import { answerPosition } from './answer-ids.ts'
import { candidatesOf, chooseAgency } from './assignment.ts'
import { decisionsOf, record } from './history.ts'
import { everyone, inScope, type Scope } from '../scope.ts'

/** Reverses the flag of one answer, with a reason. Throws `NOT_FOUND`, `ALREADY_SET`, `INVALID_REQUEST`, or `FORBIDDEN` for another's override. */
export async function overrideAnswer(
  ctx: RequestContext,
  scope: Scope,
  { answerId, flag, reason }: AnswerOverride,
): Promise<Record<string, never>> {
  const { respondentId, position } = answerPosition(answerId)
  const reviewed = await openCase(ctx, scope, { id: respondentId })
  const answer = reviewed.answers[position]
  if (!answer) throw new Failure('NOT_FOUND')
  const judged = reviewed.judge(position, answer)
  const blocker = overrideBlocker(judged, flag)
  if (blocker) throw new Failure(...blocker)
  if (flag === 'green' && decidesAtCheckIn(scope, ctx) && !reviewed.turnedBy(position, callerOf(ctx).id)) throw new Failure('FORBIDDEN')
  await record(ctx, reviewed, { about: 'answer', position, flag, reason })
  // A red answer cannot stand under a decision that all is well (shared/spec/contract.md#flags).
  const takenBack = flag === 'red' && reviewed.forcedFlag === 'green'
  if (takenBack) await record(ctx, reviewed, { about: 'respondent', flag: null, reason })
  reviewed.overridden.set(position, flag !== answer.initialFlag)
  await settle(ctx, reviewed, takenBack ? null : reviewed.forcedFlag)
  return {}
}

/** Marks a respondent green or fully red. Throws `NOT_FOUND`, `ALREADY_SET`, `RED_ANSWERS_REMAIN`, `MARKED_FULLY_RED`, `FORBIDDEN`. */
export async function overrideStatus(
  ctx: RequestContext,
  scope: Scope,
  { respondent, status }: StatusOverride,
): Promise<Record<string, never>> {
  // Before anybody is looked for: a right that is missing says nothing about who is there.
  if (status.flag === 'green' && isOnlyVolunteer(ctx)) throw new Failure('FORBIDDEN')
  const reviewed = await openCase(ctx, scope, respondent)
  const forceable = { current: reviewed.currentFlag, currentRedFlagAnswerCount: reviewed.currentReds, forced: reviewed.forcedFlag }
  const blocker = status.flag === 'green' ? greenBlocker(forceable) : redBlocker(forceable)
  if (blocker) throw new Failure(...blocker)
  await record(ctx, reviewed, { about: 'respondent', flag: status.flag, reason: status.flag === 'red' ? status.reason : '' })
  await settle(ctx, reviewed, status.flag)
  return {}
}

/** Takes a force-red or force-green back. Throws `NOT_FOUND`, `NOT_FORCED`. */
export async function withdrawForce(
  ctx: RequestContext,
  { respondent, reason }: { respondent: { anonymousId: string }; reason: string },
): Promise<Record<string, never>> {
  const reviewed = await openCase(ctx, await everyone(ctx), respondent)
  if (reviewed.forcedFlag === null) throw new Failure('NOT_FORCED')
  await record(ctx, reviewed, { about: 'respondent', flag: null, reason })
  await settle(ctx, reviewed, null)
  return {}
}

interface Case {
  readonly id: number
  readonly anonymousId: string
  readonly workshopId: number
  readonly questionnaireId: number
  readonly language: string
  readonly agencyId: number | null
  readonly currentFlag: RespondentFlagWord
  readonly currentReds: number
  readonly forcedFlag: DecidableFlag | null
  readonly keyId: string
  readonly wrappedKey: Buffer | null
  readonly sealedContact: Buffer
  readonly answers: readonly StoredAnswer[]
  /** Place of an answer → whether it is overridden now. */
  readonly overridden: Map<number, boolean>
  judge(position: number, answer: StoredAnswer): JudgedAnswer
  /** Whether this account made the newest decision on this answer. */
  turnedBy(position: number, accountId: number): boolean
}

// The row is locked: of two reviewers who decide at once, the second sees what the first did.
async function openCase(ctx: RequestContext, scope: Scope, who: { id: number } | { anonymousId: string }): Promise<Case> {
  const row = await ctx.db
    .selectFrom('respondent')
    .select([
      'id',
      'anonymousId',
      'workshopId',
      'questionnaireId',
      'language',
      'agencyId',
      'currentFlag',
      'currentReds',
      'forcedFlag',
      'keyId',
      'wrappedKey',
      'sealedContact',
      'sealedAnswers',
    ])
    .where((where) => ('id' in who ? where('id', '=', who.id) : where('anonymousId', '=', who.anonymousId)))
    .where(inScope(scope))
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.wrappedKey === null) {
    // An answer's id says whose it is; the refusal names them as it names an anonymousId that was asked for.
    if ('id' in who) auditRespondents(ctx, [`#${who.id}`])
    throw new Failure('NOT_FOUND')
  }
  const answers = openAnswers(ctx.services.encryption, row)
  const newest = new Map<number, { flag: DecidableFlag | null; accountId: number }>()
  for (const decision of (await decisionsOf(ctx, row)).reverse()) if (decision.position !== null) newest.set(decision.position, decision)
  const mayTakeBack = [...newest.values()].some(({ flag, accountId }) => flag === 'red' && accountId === scope.orTurnedBy)
  if (scope.flags && !scope.flags.includes(row.currentFlag) && !mayTakeBack) throw new Failure('NOT_FOUND')
  auditRespondents(ctx, [row.anonymousId])
  const overridden = new Map(
    [...newest].map(([position, { flag }]) => [position, flag !== null && flag !== answers[position]?.initialFlag]),
  )
  return {
    ...row,
    answers,
    overridden,
    judge: (position, answer) => ({ ...answer, overridden: overridden.get(position) ?? false }),
    turnedBy: (position, accountId) => newest.get(position)?.accountId === accountId,
  }
}

// At check-in, one may only hold someone back, and take that back; admins are not bound by it (shared/spec/access-matrix.md#calls).
function decidesAtCheckIn(scope: Scope, ctx: RequestContext): boolean {
  return scope.orTurnedBy !== undefined && !isAdmin(callerOf(ctx).roles)
}

function isOnlyVolunteer(ctx: RequestContext): boolean {
  const { roles } = callerOf(ctx)
  return !isAdmin(roles) && !roles.includes('AGENCY')
}

// What follows from a decision: flags and counts, an agency for anyone who needs one now, an invitation for anyone who is welcome now.
async function settle(ctx: RequestContext, reviewed: Case, forcedFlag: DecidableFlag | null): Promise<void> {
  const judged = reviewed.answers.map((answer, position) => reviewed.judge(position, answer))
  const { current, currentRedFlagAnswerCount } = summarizeFlags(judged, forcedFlag)
  const needsAgency = reviewed.agencyId === null && (current === 'in-progress' || current === 'red')
  const agencyId = needsAgency
    ? chooseAgency(await candidatesOf(ctx, reviewed.workshopId), await contactLanguageOf(ctx, reviewed, reviewed.answers))
    : undefined
  await ctx.db
    .updateTable('respondent')
    .set({
      currentFlag: current,
      currentReds: currentRedFlagAnswerCount,
      forcedFlag,
      ...(agencyId !== undefined && { agencyId, assignedAt: ctx.now }),
    })
    .where('id', '=', reviewed.id)
    .execute()
  if (isWelcome(current) && openContact(ctx.services.encryption, reviewed).email !== null) await inviteToWorkshop(ctx, [reviewed])
}
