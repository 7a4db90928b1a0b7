/** The outcomes of a telephone call to a respondent. */
export const callOutcomes = ['reached', 'no-answer', 'call-again'] as const
export type CallOutcome = (typeof callOutcomes)[number]
