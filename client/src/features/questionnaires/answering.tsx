import { useEffect, useRef, useSyncExternalStore } from 'react'
import { NotRemembered } from '../../ui/field.tsx'
import { loadNumberRules } from '../../ui/fields/phone-input-numbers.ts'
import { Loading } from '../../ui/feedback/skeleton.tsx'
import { useWords } from '../../words/language.ts'
import { CurrentStep } from './current-step.tsx'
import { isDraftKey, type Draft } from './draft/draft.ts'
import { loadPatterns } from './fields/answer-check.ts'
import { useTexts, type LoadTexts } from './loading/use-texts.ts'
import { useFocusOnPageChange } from './navigation/use-focus-on-page-change.ts'
import { SendPanel } from './sending/send-panel.tsx'
import { senderDependencies, type SenderDependencies } from './sending/sender.ts'
import { useSender } from './sending/use-sender.ts'
import { LanguageNote } from './steps/parts/language-note.tsx'
import { SharedDeviceGuard } from './steps/shared-device-guard.tsx'
import { useFaults } from './steps/use-faults.ts'

export interface AnsweringProps {
  draft: Draft
  workshopName?: string
  /** Called with the anonymousId once the server has the answers. */
  onReceived: (anonymousId: string) => void
  /** Called when the draft has ended in another tab or its questions are lost, so that everything must be reloaded. */
  onEnded: () => void
  /** Replaces the server as source of questions and destination of answers, for a preview. */
  source?: { readonly load: LoadTexts; readonly dependencies: SenderDependencies }
}

/** A questionnaire from its first page to sending. */
export function Answering({ draft, workshopName, onReceived, onEnded, source }: AnsweringProps) {
  const { language } = useWords()
  const state = useSyncExternalStore(draft.subscribe, draft.state)
  const { questionnaire, languageFallback } = useTexts(draft, state, language, source?.load)
  const [sender, sendState] = useSender(draft, () => source?.dependencies ?? senderDependencies(onReceived))
  const shown = useFaults(sendState)
  useEffect(() => {
    if (questionnaire) void loadPatterns(questionnaire.questions)
  }, [questionnaire])
  const page = useRef<HTMLDivElement>(null)
  useFocusOnPageChange(page, state.sending ? 'sending' : state.place)
  useOtherTabs(draft)
  // Loaded with the page, so that they are available offline.
  useEffect(() => void loadNumberRules(), [])
  useLeaveWarning(state.keeping !== 'device' && state.keeping !== 'preview' && Object.keys(state.answers).length > 0)
  const isOver = (state.ended || !(questionnaire || state.sending)) && sendState.step !== 'sent'
  useEffect(() => {
    if (isOver) onEnded()
  }, [isOver, onEnded])
  const place = () => {
    if (state.sending) return <SendPanel state={sendState} keeping={state.keeping} onTry={sender.attempt} />
    if (!questionnaire || state.ended) return <Loading />
    const note = (
      <LanguageNote
        languageFallback={languageFallback}
        shown={questionnaire.language}
        languages={questionnaire.languages}
        place={state.place}
        onRead={(readIn) => draft.setReadingLanguage(readIn)}
      />
    )
    return <CurrentStep {...{ draft, state, questionnaire, workshopName, sender, sendState, shown, note }} />
  }
  return (
    <div ref={page} className="flex grow flex-col">
      <NotRemembered value={state.keeping === 'nowhere'}>{place()}</NotRemembered>
      {state.keeping === 'nowhere' && !state.sending && <SharedDeviceGuard draft={draft} state={state} />}
    </div>
  )
}

/** Follows changes by other tabs, which may edit, send or delete the same draft. */
function useOtherTabs(draft: Draft): void {
  useEffect(() => {
    const rereadIfChanged = (event: StorageEvent) => {
      if (isDraftKey(event.key)) draft.reread()
    }
    // They may have changed it before this page started listening.
    if (draft.state().keeping === 'device') draft.reread()
    addEventListener('storage', rereadIfChanged)
    return () => removeEventListener('storage', rereadIfChanged)
  }, [draft])
}

/** Asks for confirmation before the page closes while the answers are only in its memory. */
function useLeaveWarning(unsafe: boolean): void {
  useEffect(() => {
    if (!unsafe) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unsafe])
}
