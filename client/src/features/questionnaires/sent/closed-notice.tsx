import { limits } from '@portico/shared/words/limits'
import { localDate } from '../../../words/local-date.tsx'
import { useWords } from '../../../words/language.ts'
import type { DraftState } from '../draft/draft.ts'
import { WhomToCall } from './whom-to-call.tsx'

/** Registration was closed while someone answered: until when the answers are kept, and who can be called. */
export function ClosedNotice({ state }: { state: DraftState }) {
  const { t, language } = useWords()
  const until = localDate(new Date(state.savedAt + limits.draftKeptMs).toISOString().slice(0, 10), language)
  return (
    <div className="grid gap-4">
      <p>{state.keeping === 'device' ? t('questionnaire.closed.kept', { date: until }) : t('questionnaire.closed.shared')}</p>
      <WhomToCall />
    </div>
  )
}
