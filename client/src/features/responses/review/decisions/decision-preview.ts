import type { FlaggedAnswer, RespondentEntry } from '@portico/shared/contract/responses'
import { currentRespondentFlag, summarizeFlags, type FlagSummary } from '@portico/shared/rules/flags'
import type { DecidableFlag } from '@portico/shared/words/flags'

/**
 * Returns a respondent's flags as they will be once an answer has the given flag, by the same rules as on the server
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

/** Returns 'No red answer', '1 red answer', '2 red answers'. */
export function redAnswersText(count: number): string {
  if (count === 0) return 'No red answer'
  return count === 1 ? '1 red answer' : `${count} red answers`
}

/** Returns what happens to the invitation of a respondent who is marked red. */
export function withheldInvitationText({ contact }: RespondentEntry): string {
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

/** Returns how a respondent will get the invitation, that it was sent already, or why someone must phone them. */
export function invitationText({ respondent, contact }: RespondentEntry): string {
  const { email, phoneNumber, mustTelephone } = respondent
  if (contact?.invitation === 'sent')
    return `The invitation went out before and is not sent again by itself${phoneNumber ? `: telephone ${phoneNumber} if plans changed` : ''}.`
  if (!mustTelephone && email) return `The invitation goes to ${email}.`
  if (email) return `${email} cannot be invited now: please ${phoneNumber ? `telephone ${phoneNumber}` : 'write to it'}.`
  return phoneNumber
    ? `There is no email address: please telephone ${phoneNumber}.`
    : 'There is no email address and no phone number, so they cannot be notified.'
}
