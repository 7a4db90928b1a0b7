import { Page, useTitle } from '../../../layout/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { useWords } from '../../../words/language.ts'
import type { Draft } from '../draft/draft.ts'
import { ClosedNotice } from './closed-notice.tsx'

export interface ClosedPageProps {
  /** Whether the URL names a workshop; its page is titled Citizenship. */
  workshop: boolean
  /** Answers to this questionnaire on the device. */
  draft: Draft | undefined
  onAgain: () => void
}

/**
 * Shows only that registration is disabled (shared/spec/product.md#questionnaire-pages); users who have begun also learn what happens to
 * their answers.
 */
export function ClosedPage({ workshop, draft, onAgain }: ClosedPageProps) {
  const { t } = useWords()
  useTitle(t('citizenship.title'))
  const notice = draft && (
    <>
      <ClosedNotice state={draft.state()} />
      <div>
        <Button onClick={onAgain}>{t('errors.tryAgain')}</Button>
      </div>
    </>
  )
  if (workshop) {
    return (
      <Page title={t('citizenship.title')} width="prose">
        <p className="text-lg">{t('citizenship.disabled')}</p>
        {notice}
      </Page>
    )
  }
  return (
    <div className="mx-auto grid w-full max-w-prose gap-6 px-4 py-12 md:px-6">
      <h1 className="text-2xl">{t('citizenship.disabled')}</h1>
      {notice}
    </div>
  )
}
