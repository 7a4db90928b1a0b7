import { useLocation } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useQueryText } from '../../ui/lists/url-state.ts'

/** What the search of a list of respondents accepts. */
export const searchHint = 'Part of a name, first characters of the ID, digits of the phone, or the full email'

/** Empty state of a search, with a button to clear it. */
export function NothingFound({ query }: { query: string }) {
  const [, setQuery] = useQueryText()
  return (
    <EmptyState
      icon="search"
      text={`No one here matches “${query}”. Search by a part of a name, the beginning of the ID, digits of the phone number, or the full email.`}
      action={
        <Button kind="secondary" size="small" onClick={() => setQuery('')}>
          Show everyone
        </Button>
      }
    />
  )
}

/** Empty state of the filters, with a button to reset them. */
export function NobodyFiltered() {
  const [location, navigate] = useLocation()
  return (
    <EmptyState
      icon="search"
      text="No one here matches these filters."
      action={
        <Button kind="secondary" size="small" onClick={() => navigate(location)}>
          Show everyone
        </Button>
      }
    />
  )
}
