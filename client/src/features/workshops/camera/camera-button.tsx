import { Suspense, useState } from 'react'
import { lazyPart } from '../../../layout/loading/lazy-part.ts'
import { PartUnreachable } from '../../../layout/loading/part-unreachable.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageLoading } from '../../../layout/page-loading.tsx'
import { canScan } from './can-scan.ts'

// Loaded on demand, to keep the door small until someone scans.
const CameraScanner = lazyPart(async () => (await import('./camera-scanner.tsx')).CameraScanner, PartUnreachable)

/** Opens the camera and reports each code it reads. Renders nothing without camera access. */
export function CameraButton({ onScan }: { onScan: (text: string) => void }) {
  const [open, setOpen] = useState(false)
  if (!canScan()) return null
  if (open)
    return (
      <div className="basis-full">
        <Suspense fallback={<PageLoading />}>
          <CameraScanner onScan={onScan} onClose={() => setOpen(false)} />
        </Suspense>
      </div>
    )
  return (
    <Button kind="secondary" aria-label="Scan with the camera" onClick={() => setOpen(true)}>
      Scan
    </Button>
  )
}
