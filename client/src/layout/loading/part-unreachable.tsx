import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { useWords } from '../../words/language.ts'
import { reloadIfReachable } from './reload.ts'

/** Says that a part of the page could not be loaded, with a button that reloads the page. */
export function PartUnreachable() {
  const { t } = useWords()
  return (
    <Banner
      kind="error"
      action={
        <Button kind="secondary" size="small" onClick={reloadIfReachable}>
          {t('errors.tryAgain')}
        </Button>
      }
    >
      {t('errors.network')}
    </Banner>
  )
}
