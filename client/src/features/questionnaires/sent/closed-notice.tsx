import { limits } from '@portico/shared/words/limits'
import { Suspense } from 'react'
import { lazyPart } from '../../../layout/loading/lazy-part.ts'
import { localDate } from '../../../words/local-date.tsx'
import { useWords } from '../../../words/language.ts'
import type { DraftState } from '../draft/draft.ts'

// Loaded on demand: few people see a closed questionnaire, and they are online because the server has just answered.
const WhomToCall = lazyPart(
  async () => (await import('./whom-to-call.tsx')).WhomToCall,
  () => null,
)

/** Shown when registration closed while someone was answering: how long the answers are kept, and whom to call. */
export function ClosedNotice({ state }: { state: DraftState }) {
  const { t, language } = useWords()
  const until = localDate(new Date(state.savedAt + limits.draftKeptMs).toISOString().slice(0, 10), language)
  return (
    <div className="grid gap-4">
      <p>{state.keeping === 'device' ? t('questionnaire.closed.kept', { date: until }) : t('questionnaire.closed.shared')}</p>
      <Suspense>
        <WhomToCall />
      </Suspense>
    </div>
  )
}
