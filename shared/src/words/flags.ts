/** The flags of an answer (shared/spec/contract.md#terms). */
export const answerFlags = ['red', 'green', 'not-applicable'] as const
export type AnswerFlag = (typeof answerFlags)[number]

/** The flags that a reviewer can decide for an answer or a respondent. */
export const decidableFlags = ['red', 'green'] as const
export type DecidableFlag = (typeof decidableFlags)[number]

/** The flags of a respondent. */
export const respondentFlags = ['red', 'green', 'in-progress', 'not-applicable'] as const
export type RespondentFlagWord = (typeof respondentFlags)[number]

/** The labels of shared/spec/product.md#flag-labels. */
export const flagLabel = {
  red: 'Red dot',
  green: 'Green dot',
  'in-progress': 'In progress',
  'not-applicable': 'Not applicable',
} as const satisfies Record<RespondentFlagWord, string>
