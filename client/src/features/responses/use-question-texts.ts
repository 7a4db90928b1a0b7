import type { Question } from '@portico/shared/contract/questionnaires'
import type { AnswerInfo } from '@portico/shared/contract/responses'
import { withInsertedAnswers } from '@portico/shared/rules/answered-questions'
import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '../../api/trpc.ts'
import { answerWords } from '../../words/answer-words.ts'
import { useWords, words } from '../../words/language.ts'

/** The questions of a questionnaire version in the reviewer's and the respondent's language. */
export interface TwoLanguages {
  /** BCP 47 tags; `theirLanguage` is undefined if equal to `myLanguage`. */
  readonly myLanguage: string
  readonly theirLanguage: string | undefined
  readonly mine: (identifier: string) => Question | undefined
  readonly theirs: (identifier: string) => Question | undefined
  /** Neither here nor failed yet: what is shown before they arrive would move. */
  readonly arriving: boolean
}

// A published version never changes, but an agency gets the reasons for red answers only once it has a case of the version.
const cached = { staleTime: limits.assignedRespondentStaleMs }

/** Loads the question texts of several cases ahead, and returns the state of each request. */
export function useTextsOfCases(infos: readonly AnswerInfo[]) {
  const needed = new Map(infos.flatMap(textsNeeded).map((text) => [`${text.id} ${text.code}`, text]))
  return trpc.useQueries((t) => [...needed.values()].map((text) => t.questionnaires.getQuestionnaireById(text, cached)))
}

function textsNeeded({ questionnaireId: id, language }: AnswerInfo) {
  return [
    { id, code: words().language },
    { id, code: language },
  ] as const
}

/**
 * Loads the question texts of a case. While loading, and for a missing question, only identifiers are shown.
 */
export function useQuestionTexts(info: AnswerInfo): TwoLanguages {
  const { language: respondentLanguage, answerFlags } = info
  // Staff screens are in English, so the reviewer's language is the one chosen for the site; the hook rerenders when it changes.
  useWords()
  const { language } = words()
  const [forMe, forThem] = textsNeeded(info)
  const options = { ...cached, placeholderData: keepPreviousData }
  const mine = trpc.questionnaires.getQuestionnaireById.useQuery(forMe, options)
  const theirs = trpc.questionnaires.getQuestionnaireById.useQuery(forThem, options)
  const myLanguage = mine.data?.language ?? language
  const theirLanguage = theirs.data?.language ?? respondentLanguage
  const known = new Map(answerFlags.flaggedAnswers.map(({ identifier, originalValue }) => [identifier, originalValue]))
  const finder = (questions: readonly Question[] | undefined, language: string) => {
    const read = withInsertedAnswers(questions ?? [], known, (question, value) => answerWords(question, value, language))
    const byIdentifier = new Map(questions?.map((question) => [question.identifier, read(question)]))
    return (identifier: string) => byIdentifier.get(identifier)
  }
  return {
    myLanguage,
    theirLanguage: theirLanguage === myLanguage ? undefined : theirLanguage,
    mine: finder(mine.data?.questions, myLanguage),
    theirs: finder(theirs.data?.questions, theirLanguage),
    arriving: [mine, theirs].some(({ isLoading, failureCount }) => isLoading && failureCount === 0),
  }
}
