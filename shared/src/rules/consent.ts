/**
 * The question whether answers may be shared with agencies has this identifier in every questionnaire (shared/spec/contract.md#assignment).
 */
export const consentQuestion = 'consentToShare'

/** Returns whether this answer refuses consent. */
export function isRefusal(value: string): boolean {
  return value.toLowerCase() === 'no'
}
