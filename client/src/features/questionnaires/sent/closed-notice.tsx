import { limits } from '@portico/shared/words/limits'
import { lazy, Suspense } from 'react'
import { localDate } from '../../../words/local-date.tsx'
import { useWords } from '../../../words/language.ts'
import type { DraftState } from '../draft/draft.ts'

// The agencies' numbers are for the few who find it closed, of whom the server has just answered.
const WhomToCall = lazy(() =>
  import('./whom-to-call.tsx').then(
    (file) => ({ default: file.WhomToCall }),
    () => ({ default: () => <></> }),
  ),
)

/** Registration was closed while someone answered: until when the answers are kept, and who can be called. */
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
