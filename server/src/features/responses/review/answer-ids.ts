const perRespondent = 1024

/** Returns the id of the answer at this position of a respondent's list; stable, with at most 1,024 answers per respondent. */
export function answerIdOf(respondentId: number, position: number): number {
  return respondentId * perRespondent + position
}

/** Returns the respondent and the position of an answer. */
export function answerPosition(answerId: number): { respondentId: number; position: number } {
  return { respondentId: Math.floor(answerId / perRespondent), position: answerId % perRespondent }
}
