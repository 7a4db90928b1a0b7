import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CameraScanner, canScan } from './camera-scanner.tsx'

/** Opens the camera, which gives each code that it reads; nothing where the browser cannot read codes. */
export function CameraButton({ onScan }: { onScan: (text: string) => void }) {
  const [open, setOpen] = useState(false)
  if (!canScan()) return null
  if (open)
    return (
      <div className="basis-full">
        <CameraScanner onScan={onScan} onClose={() => setOpen(false)} />
      </div>
    )
  return (
    <Button kind="secondary" aria-label="Scan with the camera" onClick={() => setOpen(true)}>
      Scan
    </Button>
  )
}
