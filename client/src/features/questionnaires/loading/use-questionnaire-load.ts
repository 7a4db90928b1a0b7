import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { nameWords } from '@portico/shared/rules/names'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { report } from '../../../api/report.ts'
import { failureOf } from '../../../api/failure.ts'
import { useWords } from '../../../words/language.ts'
import type { Draft } from '../draft/draft.ts'
import { beginDraft, currentDraft, endSharedDraft } from './current-draft.ts'
import { questionLanguage } from './question-language.ts'
import { forgetWalkIn, openWalkInOfAddress, type WalkIn } from './walk-in.ts'
import { getOpenWorkshops, getQuestionnaire, loadClosedWorkshop, workshopFor } from './server-calls.ts'

/** What a questionnaire URL resolves to. */
export type LoadState =
  | { readonly kind: 'loading' | 'failed' }
  /** Registration is closed; `draft` if the device holds answers to this questionnaire. */
  | { readonly kind: 'closed'; readonly draft?: Draft }
  /** Answers to another questionnaire, of this name, are waiting to be sent. */
  | { readonly kind: 'elsewhere'; readonly name: string }
  /** The device holds answers to another questionnaire, or of somebody else; `canJoin` if they may be those of the walk-in, too. */
  | { readonly kind: 'other'; readonly draft: Draft; readonly newest: Questionnaire; readonly canJoin: boolean }
  /** The device holds answers to an older version; `canContinue` if it also holds the questions, without which nobody can continue. */
  | { readonly kind: 'changed'; readonly draft: Draft; readonly newest: Questionnaire; readonly canContinue: boolean }
  | { readonly kind: 'ready'; readonly draft: Draft }

/** The requested questionnaire. */
export interface QuestionnaireRequest {
  readonly name: string
  readonly workshopName?: string
}

/** User actions that `useQuestionnaireLoad` returns with the state. */
export interface LoadActions {
  /** Loads again from the start. */
  readonly reload: () => void
  /** Continues with the version that was begun, or with the answers as those of the walk-in. */
  readonly continueDraft: () => void
  /** Deletes the conflicting answers and begins the newest version. */
  readonly startAgain: () => void
}

/** Opens a questionnaire: checks whether it is open, loads it, and restores the draft (shared/spec/contract.md#registration-window). */
export function useQuestionnaireLoad({ name, workshopName }: QuestionnaireRequest): [LoadState, LoadActions] {
  const { language } = useWords()
  const [state, setState] = useState<LoadState>({ kind: 'loading' })
  const [attempts, setAttempts] = useState(0)
  const walkIn = useRef<WalkIn>(undefined)
  const open = useEffectEvent(async (signal: AbortSignal) => {
    walkIn.current = await openWalkInOfAddress(currentDraft()?.state().walkIn)
    return loadQuestionnaire({ name, workshopName, walkIn: walkIn.current }, walkIn.current?.language ?? language, signal)
  })
  // On a shared device, delete what the previous person left behind.
  useEffect(endSharedDraft, [])
  useEffect(() => {
    const { pathname } = location
    return () => {
      if (location.pathname !== pathname) forgetWalkIn()
    }
  }, [])
  useEffect(() => {
    const controller = new AbortController()
    const show = (found: LoadState) => {
      if (!controller.signal.aborted) setState(found)
    }
    open(controller.signal).then(show, () => show({ kind: 'failed' }))
    return () => controller.abort()
  }, [name, workshopName, attempts])
  const reload = () => {
    setState({ kind: 'loading' })
    setAttempts(attempts + 1)
  }
  const continueDraft = () => {
    if (state.kind === 'changed') setState({ kind: 'ready', draft: state.draft })
    if (state.kind !== 'other' || !walkIn.current) return
    state.draft.joinWalkIn(walkIn.current.token, walkIn.current.answers)
    reload()
  }
  const startAgain = () => {
    if (state.kind !== 'changed' && state.kind !== 'other') return
    const begunWith = state.kind === 'changed' ? state.draft.state().walkIn : undefined
    const draft = startDraft(state.newest, walkIn.current)
    if (!walkIn.current && begunWith !== undefined) draft.joinWalkIn(begunWith, {})
    setState({ kind: 'ready', draft })
  }
  return [state, { reload, continueDraft, startAgain }]
}

interface LoadRequest extends QuestionnaireRequest {
  readonly walkIn: WalkIn | undefined
}

async function loadQuestionnaire(request: LoadRequest, language: string, signal: AbortSignal): Promise<LoadState> {
  const draft = currentDraft()
  const { name, sending } = draft?.state() ?? {}
  if (draft && sending) return name === request.name ? { kind: 'ready', draft } : { kind: 'elsewhere', name: name ?? '' }
  const usable = draft && name === request.name && hasTexts(draft) ? draft : undefined
  try {
    return await loadNewest(request, language, draft, { signal, retries: usable ? 0 : undefined })
  } catch (error) {
    const { id } = failureOf(error)
    if (id === 'QUESTIONNAIRE_NOT_FOUND') return closedState(request, draft)
    // Offline, continue with what was loaded before.
    return usable ? { kind: 'ready', draft: usable } : { kind: 'failed' }
  }
}

async function loadNewest(
  request: LoadRequest,
  language: string,
  draft: Draft | undefined,
  options: { signal: AbortSignal; retries: number | undefined },
): Promise<LoadState> {
  const { name, workshopName, walkIn } = request
  // Requested in parallel in the user's language, which is usually available: on a slow connection every round trip counts.
  const inUserLanguage = getQuestionnaire(name, language, options).catch(() => undefined)
  const workshop = workshopFor(await getOpenWorkshops(options), name, workshopName)
  const offered = workshop?.questionnaires.find((questionnaire) => questionnaire.name === name)
  if (!offered) return closedState(request, draft)
  const shown = questionLanguage(offered.languages, language)
  const newest = (shown === language ? await inUserLanguage : undefined) ?? (await getQuestionnaire(name, shown, options))
  options.signal.throwIfAborted()
  // Another tab may have sent or deleted it in the meantime.
  if (draft?.state().keeping === 'device') draft.reread()
  if (!draft || draft.state().ended || !hasAnswers(draft)) {
    if (draft && !walkIn && !draft.state().ended && draft.state().questionnaireId === newest.id) return resumeDraft(draft, newest)
    return { kind: 'ready', draft: startDraft(newest, walkIn) }
  }
  const foreign = walkIn && draft.state().walkIn !== walkIn.token && isOfSomebodyElse(draft, walkIn)
  const isOther = draft.state().name !== name
  if (isOther || foreign) return { kind: 'other', draft, newest, canJoin: !isOther && walkIn?.together === false }
  if (walkIn && !walkIn.together) draft.joinWalkIn(walkIn.token, walkIn.answers)
  const { questionnaireId: id } = draft.state()
  if (id === newest.id) return resumeDraft(draft, newest)
  // As after a transfer from another device.
  if (!hasTexts(draft)) await getQuestionnaire(name, shown, { ...options, id }).then((begun) => draft.addTexts(begun), notAvailable)
  return { kind: 'changed', draft, newest, canContinue: hasTexts(draft) }
}

function notAvailable(error: unknown): void {
  if (failureOf(error).id !== 'QUESTIONNAIRE_NOT_FOUND') throw error
}

// Never continue with another person's answers: a device may be handed around, and a phone shared by a family.
function isOfSomebodyElse(draft: Draft, { together, answers: noted, nameIdentifier = '' }: WalkIn): boolean {
  const [mine, theirs] = [draft.state().answers[nameIdentifier], noted[nameIdentifier]]
  return together || (theirs !== undefined && (mine === undefined || lettersOf(mine) !== lettersOf(theirs)))
}

// Staff write names in their own way.
const lettersOf = (name: string) => nameWords(name).join('')

function closedState({ name }: QuestionnaireRequest, draft: Draft | undefined): LoadState {
  loadClosedWorkshop().catch((error: unknown) => report('The default workshop could not be loaded.', error))
  const hasDraft = draft?.state().name === name && hasAnswers(draft)
  return { kind: 'closed', ...(hasDraft && { draft }) }
}

function resumeDraft(draft: Draft, newest: Questionnaire): LoadState {
  draft.addTexts(newest)
  return { kind: 'ready', draft }
}

function startDraft(questionnaire: Questionnaire, walkIn: WalkIn | undefined): Draft {
  const draft = beginDraft(questionnaire)
  if (walkIn?.together) draft.keepOnDevice(false)
  if (walkIn) draft.joinWalkIn(walkIn.token, walkIn.answers)
  draft.addTexts(questionnaire)
  return draft
}

function hasTexts(draft: Draft): boolean {
  return Object.keys(draft.state().texts).length > 0
}

function hasAnswers(draft: Draft): boolean {
  return Object.keys(draft.state().answers).length > 0
}
