import type { ReactNode } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { useWords } from '../../../../words/language.ts'

/** Back and the next action, always at the bottom of the window. */
export function StepButtons({ onBack, children }: { onBack: () => void; children?: ReactNode }) {
  const { t } = useWords()
  return (
    <div className="no-print bottom-0 z-10 -mx-4 flex flex-wrap gap-3 border-t border-line bg-paper px-4 py-3 md:-mx-6 md:px-6 [@media(height>=28rem)]:sticky">
      <Button kind="secondary" icon="arrow-back" onClick={onBack}>
        {t('questionnaire.back')}
      </Button>
      <div className="flex min-w-fit flex-1">{children}</div>
    </div>
  )
}
