import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useQueryText } from '../../ui/url-state.ts'

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
