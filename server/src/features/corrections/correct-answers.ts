import type { Corrected, Correction, CorrectionPreview } from '@portico/shared/contract/corrections'
import { checkAnswers } from '@portico/shared/rules/answers'
import { effectiveFlag, isWelcome, type JudgedAnswer } from '@portico/shared/rules/flags'
import { judge } from '@portico/shared/rules/judging'
import { takesAnswer } from '@portico/shared/words/question-types'
import { Failure, type Issue } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { openContact, type Contact, type StoredAnswer } from '../../infra/security/sealed-respondent.ts'
import { hasNewAddress, isInvitationRefused } from '../messages/refusals.ts'
import { addressOf } from '../messages/texts/write-text.ts'
import { endVisits } from '../privacy/visits.ts'
import { findPublished, type Published } from '../questionnaires/definitions.ts'
import { runPatterns } from '../questionnaires/patterns.ts'
import { mayBeShared } from '../responses/assignment/assignment.ts'
import { wasInvited } from '../responses/contact/find-contact.ts'
import { correctedCase, planCorrection, recordWithdrawnForce } from '../responses/new-rules/corrected-case.ts'
import { updateByRules } from '../responses/new-rules/rules-of-case.ts'
import { openCase, type Case } from '../responses/review/open-case.ts'
import { correctedContact, storeCorrection } from '../responses/review/store-correction.ts'
import { reviewable } from '../responses/scope.ts'

/** Previews a correction without changing anything (shared/spec/contract.md#corrections). Throws like `correctAnswers`. */
export async function previewCorrection(ctx: RequestContext, input: Corrected): Promise<CorrectionPreview> {
  const reviewed = await openCase(ctx, await reviewable(ctx), input.respondent, { lock: false })
  const plan = await planFor(ctx, reviewed, input.answers)
  const { after, judged, corrections, byRules, current, reds, withdrawsForce, leavesAgency } = plan
  const changed = [...corrections.filter(({ flag, ...one }) => flag === null || one.before !== one.after), ...byRules].map(
    ({ position }) => position,
  )
  const places = [...new Set(changed)].toSorted((one, other) => one - other)
  return {
    version: reviewed.decisions.length,
    rulesVersion: plan.rulesVersion,
    changes: places.map((position) => {
      const [was, is] = [reviewed.answers[position], after[position]]
      return {
        identifier: was?.identifier ?? '',
        before: was?.value ?? '',
        after: is?.value ?? '',
        flagBefore: was ? flagOf(reviewed.judge(position, was)) : null,
        flagAfter: flagOf(judged[position]),
      }
    }),
    flagBefore: reviewed.currentFlag,
    flagAfter: current,
    redAnswersAfter: reds,
    forceTakenBack: withdrawsForce,
    leavesAgency,
    invitation: await invitationAfter(ctx, reviewed, { current, contact: contactAfter(ctx, reviewed, plan) }),
  }
}

/**
 * Corrects answers and contact data, with a reason: the previous values go to the sealed history, flags are recalculated, and the
 * consequences are those of the preview for this version. Throws `NOT_FOUND`, `CASE_CHANGED` if the case changed since, `ALREADY_SET` if
 * nothing would change, and `VALIDATION_ERROR` like a submission.
 */
export async function correctAnswers(ctx: RequestContext, input: Correction): Promise<Record<string, never>> {
  const reviewed = await openCase(ctx, await reviewable(ctx), input.respondent)
  if (reviewed.decisions.length !== input.version) throw new Failure('CASE_CHANGED')
  const plan = await planFor(ctx, reviewed, input.answers)
  // Rules that were applied meanwhile may not have changed the case itself.
  if (input.rulesVersion !== undefined && plan.rulesVersion !== input.rulesVersion) throw new Failure('CASE_CHANGED')
  const { published, after, corrections, byRules, leavesAgency } = plan
  const { reason } = input
  const { email } = contactAfter(ctx, reviewed, plan)
  if (email !== openContact(ctx.services.encryption, reviewed).email) await endVisits(ctx, reviewed.id)
  await recordWithdrawnForce(ctx, reviewed, plan, reason)
  const sealedContact = await storeCorrection(ctx, reviewed, { published, after, corrections, reason })
  if (leavesAgency)
    await ctx.db
      .updateTable('respondent')
      .set({ agencyId: null, assignedAt: null, assignedById: null, sealedAssignReason: null })
      .where('id', '=', reviewed.id)
      .execute()
  const corrected = correctedCase(reviewed, plan, sealedContact)
  await updateByRules(ctx, leavesAgency ? { ...corrected, agencyId: null } : corrected, byRules)
  return {}
}

async function planFor(ctx: RequestContext, reviewed: Case, corrected: Readonly<Record<string, string>>) {
  const published = await publishedOf(ctx, reviewed)
  const checked = await checkCorrected(published, reviewed, corrected)
  const after: StoredAnswer[] = judge(published.asking, checked, reviewed.submittedOn).judged
  const plan = await planCorrection(ctx, reviewed, after)
  if (plan.corrections.length === 0) throw new Failure('ALREADY_SET', 'The answers are as they are already.')
  const leavesAgency = reviewed.agencyId !== null && mayBeShared(reviewed.answers) && !mayBeShared(after)
  return { ...plan, published, leavesAgency }
}

async function publishedOf(ctx: RequestContext, { questionnaireId }: Case): Promise<Published> {
  const published = await findPublished(ctx, questionnaireId)
  if (!published) throw new Error(`There is no questionnaire version ${questionnaireId}`)
  return published
}

// Validates as of the day of the response. Existing faults that the correction does not touch are ignored.
async function checkCorrected(
  { questions }: Published,
  { answers, submittedOn: today }: Case,
  corrected: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const typed = new Set(questions.filter(({ questionType }) => takesAnswer(questionType)).map(({ identifier }) => identifier))
  const given = new Map(answers.flatMap(({ identifier, value }) => (value !== '' && typed.has(identifier) ? [[identifier, value]] : [])))
  const next = { ...Object.fromEntries(given), ...corrected }
  const fitsPattern = await runPatterns(questions, next)
  const earlier = new Set(
    checkAnswers(questions, Object.fromEntries(given), { today, fitsPattern }).issues.map((issue) => issue.identifier),
  )
  const { issues, answers: checked } = checkAnswers(questions, next, { today, fitsPattern })
  const kept = new Map(checked)
  const faults: Issue[] = []
  for (const { identifier, fault, message } of issues) {
    const was = given.get(identifier)
    if (!earlier.has(identifier) || identifier in corrected) faults.push({ path: ['answers', identifier], code: fault, message })
    else if (was !== undefined) kept.set(identifier, was)
  }
  if (faults.length > 0) throw new Failure('VALIDATION_ERROR', undefined, { issues: faults })
  return kept
}

// Returns null if the answer cannot be flagged.
function flagOf(answer: JudgedAnswer | undefined): 'red' | 'green' | null {
  const flag = answer && effectiveFlag(answer)
  return flag === undefined || flag === 'not-applicable' ? null : flag
}

function contactAfter(ctx: RequestContext, reviewed: Case, plan: Awaited<ReturnType<typeof planFor>>): Contact {
  const contact = openContact(ctx.services.encryption, reviewed)
  const { contactLanguage = reviewed.language } = contact
  return correctedContact({ ...contact, contactLanguage }, plan, reviewed.language)
}

async function invitationAfter(
  ctx: RequestContext,
  { id, ...reviewed }: Case,
  { current, contact }: { readonly current: Case['currentFlag']; readonly contact: Contact },
): Promise<CorrectionPreview['invitation']> {
  const sent = await wasInvited(ctx, id)
  if (!isWelcome(current)) return sent ? 'invited-before' : 'none'
  if (sent) return 'sent-before'
  const address = await addressOf(ctx, contact)
  const before = openContact(ctx.services.encryption, reviewed)
  if (!address || (!hasNewAddress(before, contact) && (await isInvitationRefused(ctx, id)))) return 'none'
  return address.channel === 'email' ? 'goes-out' : 'goes-out-as-text'
}
