import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Page } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { localDate } from '../../../words/local-date.tsx'
import { useWords } from '../../../words/language.ts'
import type { DraftState } from '../draft/draft.ts'
import { SavedNote } from './parts/saved-note.tsx'
import { StartAgain } from './parts/start-again.tsx'

export interface StartPageProps {
  /** Title of the questionnaire, in the language of its questions. */
  title: string
  count: number
  state: DraftState
  note: ReactNode
  /** When answers were last sent from this device. */
  lastSent: string | undefined
  onShared: (shared: boolean) => void
  /** Receives answers from another device; undefined where that is not possible. */
  onReceive: (() => void) | undefined
  onStart: () => void
  onStartAgain: () => void
}

/** What to know before the first question, and whether the device is shared. */
export function StartPage({ title, count, state, note, lastSent, onShared, onReceive, onStart, onStartAgain }: StartPageProps) {
  const { t, language } = useWords()
  const { keeping } = state
  const shared = keeping === 'nowhere'
  const given = Object.keys(state.answers).length > 0
  return (
    <Page title={t('questionnaire.title')} subtitle={<bdi>{title}</bdi>} width="prose">
      {lastSent && keeping !== 'preview' && (
        <Banner kind="success">{t('questionnaire.sentBefore', { date: localDate(lastSent, language) })}</Banner>
      )}
      {note}
      {keeping !== 'preview' && (
        <div className="rounded-md border border-line bg-raised px-4 py-2">
          <Checkbox
            label={<span className="font-medium">{t('questionnaire.shared')}</span>}
            hint={t('questionnaire.sharedHint')}
            checked={shared}
            onChange={(event) => onShared(event.target.checked)}
          />
        </div>
      )}
      <SavedNote keeping={keeping} given={given} />
      <div className="grid gap-3">
        <Button wide onClick={onStart}>
          {t(given ? 'questionnaire.goOn' : 'questionnaire.start')}
        </Button>
        {onReceive && (
          <Button kind="quiet" onClick={onReceive}>
            {t('questionnaire.transfer.receive')}
          </Button>
        )}
        {given && <StartAgain onConfirm={onStartAgain} />}
      </div>
      <ul className="prose list-disc ps-5">
        <li>{t('mail.invitation.advisor')}</li>
        <li>{t('questionnaire.lead', { count })}</li>
        {keeping !== 'preview' && (
          <>
            <li>{t(shared ? 'questionnaire.sharedStop' : 'questionnaire.stop')}</li>
            <li>{t(shared ? 'questionnaire.sharedYours' : 'questionnaire.yours')}</li>
          </>
        )}
        <li>{t('questionnaire.free')}</li>
        <li>
          <Link href={paths.privacy()}>{t('footer.privacy')}</Link>
        </li>
      </ul>
    </Page>
  )
}
