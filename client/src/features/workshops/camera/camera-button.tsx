import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PageLoading } from '../../../layout/page-loading.tsx'
import { canScan } from './can-scan.ts'

// Loaded on demand, to keep the door small until someone scans.
const CameraScanner = lazy(async () => ({ default: (await import('./camera-scanner.tsx')).CameraScanner }))

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
