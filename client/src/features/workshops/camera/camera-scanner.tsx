import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { openCodeReader, type CodeReader } from './code-reader.ts'

const scanIntervalMs = 250
const sameCodeMs = 5_000

interface CameraScannerProps {
  onScan: (text: string) => void
  onClose: () => void
  /** In the language of the page; English by default. */
  closeLabel?: string
  /** Shown for every fault, in the language of the page. */
  faultText?: string
}

/** Shows the camera and reports the codes it reads, each at most once within five seconds. */
export function CameraScanner({ onScan, onClose, closeLabel = 'Close the camera', faultText }: CameraScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<string>()
  const scanned = useEffectEvent(onScan)
  useEffect(() => {
    const leaving = new AbortController()
    scan(video.current, (text) => scanned(text), leaving.signal).catch((error: unknown) => {
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

async function scan(video: HTMLVideoElement | null, onText: (text: string) => void, signal: AbortSignal): Promise<void> {
  if (!video) return
  const [reading, opening] = await Promise.allSettled([
    openCodeReader(),
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
  ])
  try {
    if (opening.status === 'rejected') throw opening.reason
    if (reading.status === 'rejected') throw reading.reason
    video.srcObject = opening.value
    await video.play()
    await readCodes(video, reading.value, { onText, signal })
  } finally {
    if (reading.status === 'fulfilled') reading.value.close()
    if (opening.status === 'fulfilled') for (const track of opening.value.getTracks()) track.stop()
  }
}

interface ScanOptions {
  readonly onText: (text: string) => void
  readonly signal: AbortSignal
}

async function readCodes(video: HTMLVideoElement, reader: CodeReader, { onText, signal }: ScanOptions): Promise<void> {
  const lastSeen = new Map<string, number>()
  while (!signal.aborted) {
    // An unreadable frame is skipped; the next one follows shortly.
    const texts = await reader.read(video).catch((): readonly string[] => [])
    for (const text of texts.filter(() => !signal.aborted)) {
      const now = Date.now()
      if (now - (lastSeen.get(text) ?? 0) > sameCodeMs) onText(text)
      lastSeen.set(text, now)
    }
    await new Promise((resolve) => setTimeout(resolve, scanIntervalMs))
  }
}

function faultOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError') return 'Camera access is blocked. Allow it for this site in your browser, then open the camera again.'
  return name === 'NotFoundError'
    ? 'This device has no camera.'
    : 'The camera could not be opened. Close other apps that use it and try again.'
}
