import { failureOf } from '../api/failure.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { Button } from '../ui/button.tsx'

/** Shows that something could not be loaded or done, with the specified message and, with `retry`, a button to try again. */
export function ErrorBanner({ error, retry }: { error: unknown; retry?: () => void }) {
  const action = retry && (
    <Button kind="secondary" size="small" onClick={retry}>
      Try again
    </Button>
  )
  return <Banner kind="error" action={action}>{`An error has occurred: ${failureOf(error).message}`}</Banner>
}
