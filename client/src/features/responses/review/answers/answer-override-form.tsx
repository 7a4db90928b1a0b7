import type { AnswerInfo, FlaggedAnswer, RespondentEntry } from '@portico/shared/contract/responses'
import { isWelcome, type FlagSummary } from '@portico/shared/rules/flags'
import { flagLabel, type DecidableFlag } from '@portico/shared/words/flags'
import { isConflict } from '../../../../api/failure.ts'
import { FlagMark } from '../../../../ui/lists/flag-mark.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { useCase } from '../case-context.ts'
import { flagsAfter, invitationText, redAnswersText } from '../decisions/decision-preview.ts'
import type { Outcome } from '../decisions/outcome.tsx'
import { ReasonForm } from '../decisions/reason-form.tsx'
import { focusOnNextDecision } from '../keyboard/use-case-keys.ts'
import { useDecisions, type ReviewScope } from '../review-calls.ts'
import { nameOf } from '../../name-of.ts'

export interface AnswerOverrideFormProps {
  info: AnswerInfo
  answer: FlaggedAnswer
  /** The flag to set, chosen when the form was opened. */
  flag: DecidableFlag
  onDone: () => void
}

/** Overrides the flag of one answer, with a reason (shared/spec/product.md#flag-of-an-answer); shows the consequences before saving. */
export function AnswerOverrideForm({ info, answer, flag, onDone }: AnswerOverrideFormProps) {
  const { scope, entry, locked, basedOn, onOutcome, onConflict } = useCase()
  const decisions = useDecisions(scope)
  const after = flagsAfter(entry, info.answerFlags.flaggedAnswers, { answerId: answer.answerId, flag })
  const about = entry.respondent.anonymousId
  const save = async (reason: string) => {
    try {
      await decisions.overrideAnswer({ answerId: answer.answerId, flag, reason, basedOn })
    } catch (error) {
      if (isConflict(error)) await onConflict(({ kind, identifier }) => kind === 'answer' && identifier === answer.identifier)
      throw error
    }
    onOutcome({ about, kind: 'success', ...savedOutcome({ entry, answer, flag, after, scope }) })
    onDone()
    await decisions.refresh()
    focusOnNextDecision(answer.answerId)
  }
  const alreadySetText = answer.effectiveFlag === flag ? `This answer is ${flag} now.` : undefined
  return (
    <ReasonForm
      about={about}
      label={`Mark ${answer.identifier} as ${flag}`}
      locked={locked ?? alreadySetText}
      onSave={save}
      onCancel={onDone}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        This answer:
        <FlagMark flag={answer.effectiveFlag} />
        <Icon name="arrow-next" label="becomes" />
        <FlagMark flag={flag} />
      </p>
      <p className="text-mute">{consequenceText(entry, after, scope)}</p>
    </ReasonForm>
  )
}

function consequenceText(entry: RespondentEntry, after: FlagSummary, scope: ReviewScope): string {
  const name = nameOf(entry.respondent)
  const count = after.currentRedFlagAnswerCount
  const remain = `${redAnswersText(count)} will ${count === 0 ? 'be left' : 'remain'}.`
  if (after.current === entry.flag.current) return `${remain} ${name} stays: ${flagLabel[after.current]}.`
  const leaves = scope === 'green-dots' && !isWelcome(after.current) ? ' They leave this list and cannot be checked in.' : ''
  const invited = after.current === 'green' ? ` ${invitationText(entry)}` : ''
  return `${remain} ${name} becomes: ${flagLabel[after.current]}.${leaves}${invited}`
}

interface SavedOverride {
  entry: RespondentEntry
  answer: FlaggedAnswer
  flag: DecidableFlag
  after: FlagSummary
  scope: ReviewScope
}

function savedOutcome({ entry, answer, flag, after, scope }: SavedOverride): Pick<Outcome, 'happened' | 'next' | 'undoableOverride'> {
  const name = nameOf(entry.respondent)
  const happened = `Saved: the answer “${answer.identifier}” is ${flag} now.`
  if (scope === 'green-dots' && flag === 'red') {
    const undoableOverride = { label: 'Take it back', answerId: answer.answerId }
    return { happened, next: `${name} has left this list and goes to an agency for review.`, undoableOverride }
  }
  if (after.current === 'green') return { happened, next: `${name} is a green dot. ${invitationText(entry)}` }
  const count = after.currentRedFlagAnswerCount
  if (count > 0) return { happened, next: `${redAnswersText(count)} ${count === 1 ? 'remains' : 'remain'}.` }
  if (entry.flag.forceInfo?.flag === 'red') return { happened, next: `No red answer remains. ${name} is still marked fully as red.` }
  return { happened, next: `No red answer remains. Next: mark ${name} as green, if all is well.` }
}
