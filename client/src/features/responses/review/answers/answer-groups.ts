import type { FlaggedAnswer } from '@portico/shared/contract/responses'
import { chosenIn } from '@portico/shared/words/question-types'
import type { DecidableFlag } from '@portico/shared/words/flags'
import type { TwoLanguages } from '../../use-question-texts.ts'

/** An answer with that to its follow-up question, if asked and answered. */
export interface AnswerRow {
  readonly answer: FlaggedAnswer
  readonly followUp: FlaggedAnswer | undefined
}

export type GroupName = 'red' | 'explaining' | 'green' | 'other'

/** The open decision form: its answer, and the flag that it sets. */
export interface OpenForm {
  readonly answerId: number
  readonly flag: DecidableFlag
}

type Texts = Pick<TwoLanguages, 'mine' | 'theirs'>

/**
 * Groups the answers of a case for review, each group in question order: red ones with their follow-ups, explanatory free text, green ones,
 * the rest. An answer whose form is open keeps its group, even if someone else changes its flag.
 */
export function groupAnswers(
  answers: readonly FlaggedAnswer[],
  texts: Pick<Texts, 'mine'>,
  open: OpenForm | undefined,
): Record<GroupName, AnswerRow[]> {
  const byIdentifier = new Map(answers.map((answer) => [answer.identifier, answer]))
  const followUpsOfRed = new Set<FlaggedAnswer>()
  const red = answers.filter((answer) => isRed(answer, open)).map((answer) => withFollowUp(answer, byIdentifier, texts))
  for (const { followUp } of red) if (followUp && !isRed(followUp, open)) followUpsOfRed.add(followUp)
  const groups: Record<GroupName, AnswerRow[]> = { red, explaining: [], green: [], other: [] }
  for (const answer of answers)
    if (!isRed(answer, open) && !followUpsOfRed.has(answer)) groups[groupOf(answer, texts)].push({ answer, followUp: undefined })
  return groups
}

function isRed(answer: FlaggedAnswer, open: OpenForm | undefined): boolean {
  return open?.answerId === answer.answerId ? open.flag === 'green' : answer.effectiveFlag === 'red'
}

function withFollowUp(answer: FlaggedAnswer, byIdentifier: ReadonlyMap<string, FlaggedAnswer>, texts: Pick<Texts, 'mine'>): AnswerRow {
  const asked = texts.mine(answer.identifier)?.followUp
  const followUp = asked?.showWhen.includes(answer.originalValue) ? byIdentifier.get(asked.identifier) : undefined
  return { answer, followUp: followUp?.originalValue ? followUp : undefined }
}

function groupOf(answer: FlaggedAnswer, texts: Pick<Texts, 'mine'>): GroupName {
  if (answer.canBeFlagged) return 'green'
  const explains =
    texts.mine(answer.identifier)?.questionType === 'input' && answer.originalValue !== '' && !headerIdentifiers.includes(answer.identifier)
  return explains ? 'explaining' : 'other'
}

// Shown in the header of the case.
const headerIdentifiers = ['fullName', 'firstName', 'lastName']

/** Returns the rows in which a text contains the search term, ignoring case and accents. */
export function findAnswers(rows: readonly AnswerRow[], texts: Texts, searchTerm: string): readonly AnswerRow[] {
  const wanted = plain(searchTerm.trim())
  if (wanted === '') return rows
  return rows.filter(({ answer, followUp }) =>
    [answer, followUp].some((one) => one && wordsOf(one, texts).some((words) => plain(words).includes(wanted))),
  )
}

function wordsOf({ identifier, originalValue }: FlaggedAnswer, texts: Texts): string[] {
  const questions = [texts.mine(identifier), texts.theirs(identifier)]
  const labels = questions.flatMap((question) => {
    const chosen = question ? chosenIn(question.questionType, originalValue) : []
    return question?.options?.filter(({ value }) => chosen.includes(value)).map(({ label }) => label) ?? []
  })
  return [identifier, originalValue, ...labels, ...questions.map((question) => question?.questionText ?? '')]
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
