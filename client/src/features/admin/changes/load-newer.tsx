import { failureOf } from '../../../api/failure.ts'
import { Button } from '../../../ui/button.tsx'

/** Offers to load the newer version in a form that was refused because of a concurrent change. Keeps what was typed until then. */
export function LoadNewer({ error, onLoad }: { error: unknown; onLoad: () => void }) {
  if (error === null || failureOf(error).id !== 'CHANGED_MEANWHILE') return null
  return (
    <div className="grid justify-items-start gap-2">
      <p>What you typed is still here. Loading the newer version replaces it.</p>
      <Button kind="secondary" size="small" onClick={onLoad}>
        Load the newer version
      </Button>
    </div>
  )
}
