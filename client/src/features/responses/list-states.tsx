import { failureOf } from '../../api/failure.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useQueryText } from '../../ui/url-state.ts'

/** A list that could not be loaded, with a way to try again. */
export function ListError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Banner
      kind="error"
      action={
        <Button kind="secondary" size="small" onClick={retry}>
          Try again
        </Button>
      }
    >
      {`An error has occurred: ${failureOf(error).message}`}
    </Banner>
  )
}

/** A search that found nobody, with a way back. */
export function NothingFound({ query }: { query: string }) {
  const [, setQuery] = useQueryText()
  return (
    <EmptyState
      icon="search"
      text={`Nobody here matches “${query}”. Names are found by the beginnings of their words, email and phone only whole.`}
      action={
        <Button kind="secondary" size="small" onClick={() => setQuery('')}>
          Show everybody
        </Button>
      }
    />
  )
}
