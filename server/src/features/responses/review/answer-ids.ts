const perRespondent = 1024

/** The answerId of the answer at this place of a respondent's list; stable, and at most 1,024 answers a respondent. */
export function answerIdOf(respondentId: number, position: number): number {
  return respondentId * perRespondent + position
}

/** Whose answer this is, and its place in their list. */
export function answerPosition(answerId: number): { respondentId: number; position: number } {
  return { respondentId: Math.floor(answerId / perRespondent), position: answerId % perRespondent }
}
