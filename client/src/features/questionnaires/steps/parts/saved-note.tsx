import { Icon, type IconName } from '../../../../ui/icon.tsx'
import { useOnline } from '../../../../ui/feedback/use-online.ts'
import { useWords } from '../../../../words/language.ts'
import type { WordKey } from '../../../../words/translate.ts'
import type { Keeping } from '../../draft/draft.ts'

const notes: Record<Keeping, { icon: IconName; word: WordKey; className: string }> = {
  device: { icon: 'check', word: 'questionnaire.saved', className: 'text-good' },
  nowhere: { icon: 'info', word: 'questionnaire.notKept', className: 'text-mute' },
  preview: { icon: 'info', word: 'questionnaire.preview', className: 'text-mute' },
  failed: { icon: 'warning', word: 'questionnaire.notSaved', className: 'text-stop' },
}

/** Shows whether the answers are safe on this device and whether it is online, as it really is. */
export function SavedNote({ keeping, given: hasAnswers }: { keeping: Keeping; given: boolean }) {
  const { t } = useWords()
  const online = useOnline()
  const { icon, word, className } = notes[keeping]
  const shown = hasAnswers || keeping !== 'device'
  return (
    <div className="flex min-h-[1lh] flex-wrap gap-x-4 text-sm" aria-live="polite">
      {shown && (
        <span className={`inline-flex items-center gap-1.5 ${className}`}>
          <Icon name={icon} />
          {t(word)}
        </span>
      )}
      {!online && (
        <span className="inline-flex items-center gap-1.5 text-wait">
          <Icon name="warning" />
          {t('questionnaire.offline')}
        </span>
      )}
    </div>
  )
}
