/** The question whether answers may be shared with agencies has this identifier, whatever the questionnaire (shared/spec/contract.md#assignment). */
export const consentQuestion = 'consentToShare'

/** Whether this answer to it says no. */
export function isRefusal(value: string): boolean {
  return value.toLowerCase() === 'no'
}
