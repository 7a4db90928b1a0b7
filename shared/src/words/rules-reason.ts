/** How the reason of a decision begins that rules of a version made; people cannot write it (shared/spec/contract.md#reasons-and-notes). */
export const rulesReason = /^Rules of version (\d{1,9}): /
