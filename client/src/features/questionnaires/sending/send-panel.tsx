import { useTitle } from '../../../layout/page.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { useWords } from '../../../words/language.ts'
import type { WordKey } from '../../../words/translate.ts'
import type { Keeping } from '../draft/draft.ts'
import type { SendState } from './sender.ts'

/** Shows the state of the submission between Send and the server's answer, as it really is. */
export function SendPanel({ state, keeping, onTry }: { state: SendState; keeping: Keeping; onTry: () => void }) {
  const { t } = useWords()
  const heading = t(state.step === 'waiting' ? 'questionnaire.send.notYet' : 'questionnaire.send.sending')
  useTitle(heading)
  return (
    <div className="mx-auto grid min-h-[calc(100dvh-65px)] w-full max-w-prose content-start gap-6 px-4 py-12 md:px-6">
      <h1 className="text-3xl">{heading}</h1>
      {state.step === 'waiting' ? (
        <>
          <Banner kind="warning">{t(waitingFor(state.because, keeping))}</Banner>
          <div>
            <Button kind="secondary" onClick={onTry}>
              {t('questionnaire.send.now')}
            </Button>
          </div>
        </>
      ) : (
        <div role="status">
          <ProgressBar
            value={0}
            max={undefined}
            text={t(state.step === 'solving' ? 'questionnaire.send.solving' : 'questionnaire.send.moment')}
          />
        </div>
      )}
      <p className="text-mute">{t('questionnaire.send.frozen')}</p>
    </div>
  )
}

function waitingFor(because: 'connection' | 'server', keeping: Keeping): WordKey {
  if (because === 'server') return 'questionnaire.send.server'
  return keeping === 'device' ? 'questionnaire.send.connection' : 'questionnaire.send.connectionShared'
}
