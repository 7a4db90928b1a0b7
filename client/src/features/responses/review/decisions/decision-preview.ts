import type { FlaggedAnswer, RespondentEntry } from '@portico/shared/contract/responses'
import { currentRespondentFlag, summarizeFlags, type FlagSummary } from '@portico/shared/rules/flags'
import type { DecidableFlag } from '@portico/shared/words/flags'

/**
 * The flags of a respondent as they will be once this answer has this flag; by the same rules as the server's
 * (shared/spec/contract.md#flags).
 */
export function flagsAfter(
  entry: RespondentEntry,
  answers: readonly FlaggedAnswer[],
  decided: { readonly answerId: number; readonly flag: DecidableFlag },
): FlagSummary {
  const judged = answers.map(({ answerId, canBeFlagged, initialFlag, override }) => ({
    canBeFlagged,
    initialFlag,
    overridden: answerId === decided.answerId ? decided.flag !== initialFlag : override !== null,
  }))
  const before = entry.flag.forceInfo?.flag ?? null
  const forced = decided.flag === 'red' && before === 'green' ? null : before
  const flags = summarizeFlags(judged, forced)
  return { ...flags, current: currentRespondentFlag(entry.flag.initial, flags.currentRedFlagAnswerCount, forced) }
}

/** 'No red answer', '1 red answer', '2 red answers'. */
export function redAnswers(count: number): string {
  if (count === 0) return 'No red answer'
  return count === 1 ? '1 red answer' : `${count} red answers`
}

/** What becomes of the invitation of someone who is marked red. */
export function heldText({ contact }: RespondentEntry): string {
  switch (contact?.invitation) {
    case 'sent':
      return 'Their invitation went out before: please tell them not to come.'
    case 'waiting':
      return 'The invitation that is on its way is held back.'
    case 'none':
    case undefined:
      return 'No invitation is sent.'
  }
}

/** How a respondent will hear that they are invited, that they were told already, or why someone has to call. */
export function invitationText({ respondent, contact }: RespondentEntry): string {
  const { email, phoneNumber, mustTelephone } = respondent
  if (contact?.invitation === 'sent')
    return `The invitation went out before and is not sent again by itself${phoneNumber ? `: telephone ${phoneNumber} if plans changed` : ''}.`
  if (!mustTelephone && email) return `The invitation goes to ${email}.`
  if (email) return `${email} got its invitations of the day: please ${phoneNumber ? `telephone ${phoneNumber}` : 'write to it'}.`
  return phoneNumber
    ? `There is no email address: please telephone ${phoneNumber}.`
    : 'There is no email address and no phone number, so they cannot be notified.'
}
