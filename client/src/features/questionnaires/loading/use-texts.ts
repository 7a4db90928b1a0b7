import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { useEffect, useState } from 'react'
import type { Draft, DraftState } from '../draft/draft.ts'
import { isSameLanguage, questionLanguage } from './question-language.ts'
import { getQuestionnaire, type VersionOptions } from './server-calls.ts'

/** Loads the questions of a version in one language. Throws `CallError`. */
export type LoadTexts = (name: string, language: string, options: VersionOptions) => Promise<Questionnaire>

/** The questions to show, and why they are not in the user's language. */
export interface Texts {
  readonly questionnaire: Questionnaire | undefined
  /** `notTranslated`: the questionnaire is not available in the user's language. `notLoaded`: loading it failed. */
  readonly languageFallback: 'notTranslated' | 'notLoaded' | undefined
}

/**
 * Returns the questions of the version that was begun, in the user's language if available, else in the chosen one. Keeps the previous
 * language while another is loading or if that fails, so that users keep their place.
 */
export function useTexts(draft: Draft, state: DraftState, language: string, load: LoadTexts = getQuestionnaire): Texts {
  const { texts } = state
  const [shown, setShown] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const before = texts[shown ?? ''] ?? Object.values(texts).at(-1)
  const languages = before?.languages ?? []
  const written = languages.some((one) => isSameLanguage(one, language))
  const wanted = questionLanguage(languages, written ? language : (state.readIn ?? language))
  const questionnaire = texts[wanted] ?? before
  if (questionnaire && questionnaire.language !== shown) setShown(questionnaire.language)
  const missing = before && !texts[wanted] ? wanted : undefined
  const { name, questionnaireId } = state
  useEffect(() => {
    if (missing === undefined) return undefined
    const loading = new AbortController()
    const loadTexts = () => {
      load(name, missing, { id: questionnaireId, signal: loading.signal, retries: 0 }).then(
        (loaded) => {
          draft.addTexts(loaded)
          if (!draft.state().texts[missing]) setFailed(missing)
        },
        () => {
          if (!loading.signal.aborted) setFailed(missing)
        },
      )
    }
    loadTexts()
    addEventListener('online', loadTexts)
    return () => {
      loading.abort()
      removeEventListener('online', loadTexts)
    }
  }, [draft, name, questionnaireId, missing, load])
  if (missing !== undefined) return { questionnaire, languageFallback: failed === missing ? 'notLoaded' : undefined }
  return {
    questionnaire,
    languageFallback: questionnaire && !isSameLanguage(questionnaire.language, language) ? 'notTranslated' : undefined,
  }
}
