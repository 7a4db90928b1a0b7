import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'

/** The part of the browser's barcode reader that is used; not every browser has one. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

declare global {
  var BarcodeDetector: { new (options?: { formats: string[] }): Detector } | undefined
}

const lookEveryMs = 250
const sameCodeMs = 5_000

/** Whether this browser can read codes with the camera. */
export function canScan(): boolean {
  return typeof globalThis.BarcodeDetector === 'function' && navigator.mediaDevices !== undefined
}

interface CameraScannerProps {
  onScan: (text: string) => void
  onClose: () => void
  /** In the language of the screen; English when left out. */
  closeLabel?: string
  /** Said of every fault, in the language of the screen. */
  faultText?: string
}

/** Shows the camera and tells what it reads, each code once within five seconds. */
export function CameraScanner({ onScan, onClose, closeLabel = 'Close the camera', faultText }: CameraScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<string>()
  const scanned = useEffectEvent(onScan)
  useEffect(() => {
    const leaving = new AbortController()
    look(video.current, (text) => scanned(text), leaving.signal).catch((error: unknown) => {
      if (!leaving.signal.aborted) setFault(faultOf(error))
    })
    return () => leaving.abort()
  }, [])
  return (
    <div className="grid max-w-prose gap-3">
      {fault ? (
        <Banner kind="error">{faultText ?? fault}</Banner>
      ) : (
        <video
          ref={video}
          muted
          playsInline
          aria-label={faultText ? undefined : 'What the camera sees'}
          className="aspect-4/3 w-full rounded-md bg-deep object-cover"
        />
      )}
      <div>
        <Button kind="secondary" size="small" onClick={onClose}>
          {closeLabel}
        </Button>
      </div>
    </div>
  )
}

async function look(video: HTMLVideoElement | null, tell: (text: string) => void, signal: AbortSignal): Promise<void> {
  if (!video || !globalThis.BarcodeDetector) return
  const detector = new globalThis.BarcodeDetector({ formats: ['qr_code', 'code_128', 'code_39'] })
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  const told = new Map<string, number>()
  const timer = setInterval(() => {
    detector.detect(video).then(
      (codes) => {
        for (const { rawValue } of codes) {
          const now = Date.now()
          if (now - (told.get(rawValue) ?? 0) > sameCodeMs) tell(rawValue)
          told.set(rawValue, now)
        }
      },
      // A frame that cannot be read is followed by another one.
      () => {},
    )
  }, lookEveryMs)
  signal.addEventListener('abort', () => clearInterval(timer))
}

function faultOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError') return 'Camera access is blocked. Allow it for this site in your browser, then open the camera again.'
  return name === 'NotFoundError'
    ? 'This device has no camera.'
    : 'The camera could not be opened. Close other apps that use it and try again.'
}
