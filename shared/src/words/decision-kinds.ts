/**
 * The kinds of entries in the history of a case; all except an undone check-in count as versions
 * (shared/spec/contract.md#versions-of-a-case).
 */
export const decisionKinds = ['answer', 'respondent', 'check-in', 'correction', 'move', 'withdrawal', 'merge', 'return'] as const
export type DecisionKind = (typeof decisionKinds)[number]
