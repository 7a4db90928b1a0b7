import { isWelcome } from '@portico/shared/rules/flags'
import { endedGreens, type AnswerWithDecision, type FlagChange } from '@portico/shared/rules/new-rules'
import type { RespondentFlagWord } from '@portico/shared/words/flags'
import type { RequestContext } from '../../../infra/request-context.ts'
import { auditRespondents, writeAudit } from '../../../infra/security/audit/audit.ts'
import type { Decision } from '../../../infra/security/sealed-respondent.ts'
import { lockInvitations } from '../../messages/outbox.ts'
import { findPublished, findVersion, type Published } from '../../questionnaires/definitions.ts'
import { caseDecisionsOf, record } from '../review/history.ts'
import { openCase, settleForce, updateCase, type Case, type CaseKey, type UpdateOptions } from '../review/open-case.ts'
import type { CorrectedAnswer } from '../review/store-correction.ts'
import { everyone } from '../scope.ts'
import { findAppliedRules, type AppliedRules } from './applied-rules.ts'
import { changesBy, findNotified, redsAfter, withHeldDecisions } from './open-case-changes.ts'

/** The answers after a correction, and what it changes. */
interface CorrectedAnswers {
  readonly answers: Case['answers']
  readonly corrections: readonly CorrectedAnswer[]
}

/**
 * Returns what the newest rules `applied` to open cases, or recorded on this one, change in its answers
 * (shared/spec/questionnaire-files.md#new-rules-for-open-cases), since the answered version may lack these rules.
 */
export async function changesByNewRules(
  ctx: RequestContext,
  reviewed: Case,
  applied: AppliedRules | undefined,
  correction?: CorrectedAnswers,
): Promise<FlagChange[]> {
  const recorded = reviewed.decisions.findLast(({ rulesVersion }) => rulesVersion !== undefined)?.rulesVersion ?? 0
  const rules = await newestRules(ctx, reviewed.questionnaireId, { recorded, applied: applied?.rules })
  if (!rules) return []
  const { answers, corrections } = correction ?? { answers: reviewed.answers, corrections: [] }
  const { submittedOn } = reviewed
  const decisions: Decision[] = [...reviewed.decisions, ...corrections.map((one) => ({ about: 'correction' as const, reason: '', ...one }))]
  const held = await withHeldDecisions(ctx, reviewed, { answers, decisions })
  const before = correction ? await withHeldDecisions(ctx, reviewed, reviewed) : held
  const ended = correction ? endedGreens(rules.definition.questions, { before, after: held }, submittedOn) : new Set()
  const corrected = held.map((answer) => (ended.has(answer.identifier) ? withoutGreen(answer) : answer))
  const changes = changesBy(rules, corrected, submittedOn)
  if (isOpen(reviewed) || rules.version === recorded) return changes
  // A case that was not open keeps what these rules would have changed in it: they only judge what is corrected.
  const left = changesBy(rules, before, submittedOn)
  const changed = new Set(corrections.map(({ position }) => position))
  const names = new Set([...changed].map((position) => answers[position]?.identifier))
  const caused = changes.filter(
    ({ position, reason, from }) =>
      changed.has(position) ||
      from.some((name) => names.has(name)) ||
      !left.some((change) => change.position === position && change.reason === reason),
  )
  // A red answer revokes a force-green, so that the case is open.
  const isReopened = isOpen({ ...reviewed, forcedFlag: null }) && reviewed.forcedFlag === 'green' && redsAfter(corrected, caused).size > 0
  return isReopened ? changes : caused
}

// A person's green then counts until rules change it, like one that rules had given. Their red is always kept.
function withoutGreen(answer: AnswerWithDecision): AnswerWithDecision {
  const { decided } = answer
  return decided?.flag === 'green' && decided.rulesVersion === undefined ? { ...answer, decided: { ...decided, rulesVersion: 0 } } : answer
}

// Rules that are recorded on the case count even if nothing else tells any longer that they were applied.
async function newestRules(
  ctx: RequestContext,
  questionnaireId: number,
  { recorded, applied }: { readonly recorded: number; readonly applied: Published | undefined },
): Promise<Published | undefined> {
  const answered = await findPublished(ctx, questionnaireId)
  const version = Math.max(recorded, applied?.version ?? 0)
  if (!answered || version <= answered.version) return undefined
  return version === applied?.version ? applied : findVersion(ctx, answered.name, version)
}

function isOpen({ forcedFlag, checkedInAt }: Pick<Case, 'forcedFlag' | 'checkedInAt'>): boolean {
  return forcedFlag === null && checkedInAt === null
}

/** How a case is updated by rules. */
interface RulesOptions extends UpdateOptions {
  /** The context in whose caller's name they decide; that of the call if omitted. */
  readonly by?: RequestContext | undefined
  /** Whether the respondent was welcome, or would be without them; whether they are by the flag of the case if omitted. */
  readonly wasWelcome?: boolean
}

/**
 * Updates a case, and records the changes of new rules to it, if any, as decisions that count from now on. Respondents who were told to come
 * and are no longer welcome because of them have to be telephoned. Returns the current flag.
 */
export async function updateByRules(
  ctx: RequestContext,
  reviewed: Case,
  changes: readonly FlagChange[],
  { by = ctx, wasWelcome = isWelcome(reviewed.currentFlag), ...options }: RulesOptions = {},
): Promise<RespondentFlagWord> {
  if (changes.length === 0) return updateCase(ctx, reviewed, reviewed.forcedFlag, options)
  const isInvitationSending = !(await lockInvitations(ctx, reviewed.id))
  for (const { position, flag, reason, rulesVersion, calculations } of changes) {
    await record(by, reviewed, { about: 'answer', position, flag, reason, rulesVersion, calculations })
    reviewed.overridden.set(position, flag !== reviewed.answers[position]?.initialFlag)
  }
  const to = await updateCase(ctx, reviewed, reviewed.forcedFlag, options)
  const isNotified = isInvitationSending || (await findNotified(ctx.db, [reviewed.id])).size > 0
  if (isNotified && wasWelcome && !isWelcome(to))
    await ctx.db.updateTable('respondent').set({ mustTelephone: true, telephoneSince: ctx.now }).where('id', '=', reviewed.id).execute()
  return to
}

/**
 * Updates a case that may have been closed while new rules were applied: if it is open now, they apply to it as to any other
 * (shared/spec/questionnaire-files.md#new-rules-for-open-cases). Returns the current flag.
 */
export async function updateReopenedCase(ctx: RequestContext, before: Case, forcedFlag: Case['forcedFlag']): Promise<RespondentFlagWord> {
  const reviewed = { ...before, forcedFlag, decisions: await caseDecisionsOf(ctx, before) }
  return updateByRules(ctx, reviewed, await changesIfOpen(ctx, reviewed, await findAppliedRules(ctx, reviewed.questionnaireId)))
}

/** What a person decided on the answers of a case. */
interface AnswersDecided {
  readonly positions: readonly number[]
  /** The positions where they undid what rules had decided, which the rules do not decide again. */
  readonly undoneRules?: readonly number[]
  /** Why a force-green is withdrawn, if an answer is red. */
  readonly reason?: string
}

/**
 * Updates a case after a person decided on answers. New rules decide on those of them that the person left to the rules by taking a decision
 * back, and on every answer if a red one opened the case by revoking a force-green, on behalf of the admin who applied them
 * (shared/spec/questionnaire-files.md#new-rules-for-open-cases).
 */
export async function updateDecidedCase(
  ctx: RequestContext,
  before: Case,
  decidedFlag: Case['forcedFlag'],
  { positions, undoneRules = [], reason }: AnswersDecided,
): Promise<void> {
  const { forcedFlag, current } = await settleForce(ctx, before, decidedFlag, reason)
  const reviewed = { ...before, forcedFlag, decisions: await caseDecisionsOf(ctx, before) }
  const isReopened = before.forcedFlag !== null && forcedFlag === null
  const isLeft = (position: number) => (isReopened || positions.includes(position)) && !undoneRules.includes(position)
  const applied = await findAppliedRules(ctx, reviewed.questionnaireId)
  const changes = (await changesIfOpen(ctx, reviewed, applied)).filter(({ position }) => isLeft(position))
  const by = applied && asAdmin(ctx, applied)
  await updateByRules(ctx, reviewed, changes, { by, wasWelcome: isWelcome(before.currentFlag) || isWelcome(current) })
  if (by && changes.length > 0) await auditRules(by, reviewed)
}

/**
 * Applies to a case that was reopened the rules that were applied meanwhile, on behalf of the admin who applied them: a person may have
 * resumed without an account, and volunteers who undo a check-in do not review. Returns the current flag if they changed anything.
 */
export async function judgeReopenedCase(
  ctx: RequestContext,
  person: { readonly id: number; readonly questionnaireId: number },
): Promise<RespondentFlagWord | undefined> {
  const applied = await findAppliedRules(ctx, person.questionnaireId)
  return applied && judgeCase(ctx, person, applied)
}

/** The action of the audit entries of what rules decide, in the name of the admin who applied them. */
export const rulesAction = 'responses.applyNewRules'

/**
 * Applies these rules to a case if it is open, on behalf of the admin who applied them, with an audit entry in their name besides that of
 * whoever caused it. Returns the current flag if they changed anything.
 */
export async function judgeCase(
  ctx: RequestContext,
  key: CaseKey,
  applied: AppliedRules,
  options: UpdateOptions = {},
): Promise<RespondentFlagWord | undefined> {
  const byAdmin = asAdmin(ctx, applied)
  const reviewed = await openCase(byAdmin, await everyone(byAdmin), key)
  const changes = await changesIfOpen(byAdmin, reviewed, applied)
  if (changes.length === 0) return undefined
  const to = await updateByRules(byAdmin, reviewed, changes, options)
  await auditRules(byAdmin, reviewed)
  return to
}

// In the name of the admin who applied the rules, besides the entry of whoever caused it.
async function auditRules(byAdmin: RequestContext, { anonymousId }: Case): Promise<void> {
  const ctx = { ...byAdmin, auditSubjects: new Set<string>() }
  auditRespondents(ctx, [anonymousId])
  await writeAudit(ctx, rulesAction)
}

async function changesIfOpen(ctx: RequestContext, reviewed: Case, applied: AppliedRules | undefined): Promise<FlagChange[]> {
  return isOpen(reviewed) ? changesByNewRules(ctx, reviewed, applied) : []
}

function asAdmin(ctx: RequestContext, { admin }: AppliedRules): RequestContext {
  return { ...ctx, caller: admin }
}
