/** How the reason of a decision begins that rules of a version made; people cannot write it (shared/spec/contract.md#reasons-and-notes). */
export const rulesReason = /^Rules of version (\d{1,9}): /

/** The reason of an undo that leaves an answer its initial flag, or a respondent without a force; people cannot give it for an answer. */
export const undoneReason = 'Undone.'
