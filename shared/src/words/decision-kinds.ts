/** What the history of a case tells of; all but an undone check-in count as its versions (shared/spec/contract.md#versions-of-a-case). */
export const decisionKinds = ['answer', 'respondent', 'check-in', 'correction', 'move', 'withdrawal', 'merge', 'return'] as const
export type DecisionKind = (typeof decisionKinds)[number]
