import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { useEffect, useEffectEvent, useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { useWords } from '../../../words/language.ts'
import type { Draft } from '../draft/draft.ts'
import { beginDraft, currentDraft } from './current-draft.ts'
import { questionLanguage } from './question-language.ts'
import { getOpenWorkshops, getQuestionnaire, workshopFor } from './server-calls.ts'

/** What an address of a questionnaire leads to. */
export type LoadState =
  | { readonly kind: 'loading' | 'closed' | 'failed' }
  /** The answers to another questionnaire, of this name, wait to be sent. */
  | { readonly kind: 'elsewhere'; readonly name: string }
  /** The device holds answers to an older version, and perhaps its questions, without which nobody can go on. */
  | { readonly kind: 'changed'; readonly draft: Draft; readonly newest: Questionnaire; readonly canGoOn: boolean }
  | { readonly kind: 'ready'; readonly draft: Draft }

/** Where one wants to go. */
export interface QuestionnaireRequest {
  readonly name: string
  readonly workshopName?: string
}

/** What `useQuestionnaireLoad` gives besides: what a person can decide. */
export interface LoadActions {
  /** Looks again from the beginning. */
  readonly again: () => void
  /** Goes on with the version that was begun. */
  readonly goOn: () => void
  /** Deletes the answers and begins the newest version. */
  readonly startAgain: () => void
}

/**
 * Opens a questionnaire: asks whether it is open, loads it, and finds the draft that was begun
 * (shared/spec/contract.md#registration-window).
 */
export function useQuestionnaireLoad({ name, workshopName }: QuestionnaireRequest): [LoadState, LoadActions] {
  const { language } = useWords()
  const [state, setState] = useState<LoadState>({ kind: 'loading' })
  const [looks, setLooks] = useState(0)
  const open = useEffectEvent((signal: AbortSignal) => loadQuestionnaire({ name, workshopName }, language, signal))
  useEffect(() => {
    const look = new AbortController()
    const show = (found: LoadState) => {
      if (!look.signal.aborted) setState(found)
    }
    open(look.signal).then(show, () => show({ kind: 'failed' }))
    return () => look.abort()
  }, [name, workshopName, looks])
  const again = () => {
    setState({ kind: 'loading' })
    setLooks(looks + 1)
  }
  const goOn = () => {
    if (state.kind === 'changed') setState({ kind: 'ready', draft: state.draft })
  }
  const startAgain = () => {
    if (state.kind === 'changed') setState({ kind: 'ready', draft: begun(state.newest) })
  }
  return [state, { again, goOn, startAgain }]
}

async function loadQuestionnaire(request: QuestionnaireRequest, language: string, signal: AbortSignal): Promise<LoadState> {
  const draft = currentDraft()
  const { name, sending } = draft?.state() ?? {}
  if (draft && sending) return name === request.name ? { kind: 'ready', draft } : { kind: 'elsewhere', name: name ?? '' }
  try {
    return await loadNewest(request, language, draft, signal)
  } catch (error) {
    const { id } = failureOf(error)
    if (id === 'QUESTIONNAIRE_NOT_FOUND') return { kind: 'closed' }
    // Without a network everything that was loaded before goes on.
    return draft && name === request.name && hasTexts(draft) ? { kind: 'ready', draft } : { kind: 'failed' }
  }
}

async function loadNewest(
  { name, workshopName }: QuestionnaireRequest,
  language: string,
  draft: Draft | undefined,
  signal: AbortSignal,
): Promise<LoadState> {
  // Requested at once in the reader's language, which it mostly has: on a slow connection each answer is a wait.
  const hoped = getQuestionnaire(name, language, signal).catch(() => undefined)
  const workshop = workshopFor(await getOpenWorkshops(signal), name, workshopName)
  const offered = workshop?.questionnaires.find((questionnaire) => questionnaire.name === name)
  if (!offered) return { kind: 'closed' }
  const shown = questionLanguage(offered.languages, language)
  const newest = (shown === language ? await hoped : undefined) ?? (await getQuestionnaire(name, shown, signal))
  signal.throwIfAborted()
  if (!draft || draft.state().name !== name || draft.state().ended) return { kind: 'ready', draft: begun(newest) }
  if (draft.state().questionnaireId === newest.id) {
    draft.addTexts(newest)
    return { kind: 'ready', draft }
  }
  if (Object.keys(draft.state().answers).length === 0) return { kind: 'ready', draft: begun(newest) }
  return { kind: 'changed', draft, newest, canGoOn: hasTexts(draft) }
}

function begun(questionnaire: Questionnaire): Draft {
  const draft = beginDraft(questionnaire)
  draft.addTexts(questionnaire)
  return draft
}

function hasTexts(draft: Draft): boolean {
  return Object.keys(draft.state().texts).length > 0
}
