import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useUrlChoice } from '../../../ui/lists/url-state.ts'

interface NobodyFoundProps {
  query: string
  /** Whether the server can be reached; a walk-in needs it. */
  reachable: boolean
  onClear: () => void
}

/**
 * Empty state of a search at the door. Its list has everyone of the workshop, green or not, so whoever is not found has not answered for it:
 * the next step is a walk-in, whose form takes the name from the search.
 */
export function NobodyFound({ query, reachable, onClear }: NobodyFoundProps) {
  const [, show] = useUrlChoice('view')
  return (
    <div role="status">
      <EmptyState
        icon="search"
        text={`Nobody at this workshop matches “${query}”. Check the spelling, or try the last digits of the ID or phone number.`}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <Button kind="secondary" onClick={onClear}>
              Show everyone
            </Button>
            {reachable && <Button onClick={() => show('walk-in')}>Start a walk-in</Button>}
          </span>
        }
      />
    </div>
  )
}
