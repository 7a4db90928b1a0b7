import type { RespondentEntry } from '@portico/shared/contract/responses'

/** Returns what texts and labels call a respondent: the name or, if the questionnaire asked for none, the id. */
export function nameOf({ fullName, anonymousId }: Pick<RespondentEntry['respondent'], 'fullName' | 'anonymousId'>): string {
  return fullName || anonymousId
}
