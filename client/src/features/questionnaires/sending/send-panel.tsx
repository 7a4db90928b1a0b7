import { useTitle } from '../../../layout/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useWords } from '../../../words/language.ts'
import type { WordKey } from '../../../words/translate.ts'
import type { Keeping } from '../draft/draft.ts'
import type { SendState } from './sender.ts'

/** What happens to the answers between Send and the server's answer; always the truth. */
export function SendPanel({ state, keeping, onTry }: { state: SendState; keeping: Keeping; onTry: () => void }) {
  const { t } = useWords()
  useTitle(t('questionnaire.send.sending'))
  return (
    <div className="mx-auto grid w-full max-w-prose content-start gap-6 px-4 py-12 md:px-6">
      <h1 className="text-3xl">{t('questionnaire.send.sending')}</h1>
      <div role="status" className="grid gap-4">
        <ProgressBar value={0} max={undefined} text={t(wordOf(state, keeping))} />
      </div>
      <p className="text-mute">{t('questionnaire.send.frozen')}</p>
      {state.step === 'waiting' && (
        <div>
          <Button kind="secondary" onClick={onTry}>
            {t('questionnaire.send.now')}
          </Button>
        </div>
      )}
    </div>
  )
}

function wordOf(state: SendState, keeping: Keeping): WordKey {
  if (state.step === 'solving') return 'questionnaire.send.solving'
  if (state.step !== 'waiting') return 'questionnaire.send.sending'
  if (state.because === 'server') return 'questionnaire.send.server'
  return keeping === 'device' ? 'questionnaire.send.connection' : 'questionnaire.send.connectionShared'
}
