import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useQueryText } from '../../ui/lists/url-state.ts'

/** A search that found no one, with a way back. */
export function NothingFound({ query }: { query: string }) {
  const [, setQuery] = useQueryText()
  return (
    <EmptyState
      icon="search"
      text={`No one here matches “${query}”. Search by the beginning of a name, or by the full email or phone number.`}
      action={
        <Button kind="secondary" size="small" onClick={() => setQuery('')}>
          Show everyone
        </Button>
      }
    />
  )
}
