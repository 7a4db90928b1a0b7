import { useEffect, useEffectEvent } from 'react'
import { FlagMark } from '../../ui/lists/flag-mark.tsx'
import { Icon } from '../../ui/icon.tsx'
import { signal } from './signal.ts'

/** The result of a scan at check-in. `headline` contains the time of the check-in for `in` and `already`. */
export interface ScanResult {
  readonly kind: 'in' | 'already' | 'not-green' | 'elsewhere' | 'failed'
  /** Headline on the screen. */
  readonly headline: string
  /** Below it: the name, or what to do. */
  readonly detail: string
  readonly anonymousId: string
}

/** The same for respondents who are not green and those who do not exist, so that check-in does not reveal which. */
export const notGreen = 'Not green, please see the desk'

const colors: Record<ScanResult['kind'], string> = {
  in: 'bg-good text-paper',
  already: 'bg-wait text-paper',
  'not-green': 'bg-stop text-on-stop',
  elsewhere: 'bg-wait text-paper',
  failed: 'bg-deep text-on-deep',
}

const shownMs = 4_000

/**
 * A full-screen color with a few words, readable at two meters, with a sound and a vibration. Closes after a delay, on click or on the next
 * key press; focus stays in place, so that a scanner can continue.
 */
export function ScanResultScreen({ scanResult, onClose }: { scanResult: ScanResult; onClose: () => void }) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    signal(scanResult.kind)
    const timer = setTimeout(() => close(), shownMs)
    const leaving = new AbortController()
    addEventListener('keydown', () => close(), { signal: leaving.signal })
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [scanResult])
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={onClose}
      className={`fixed inset-0 z-40 grid cursor-pointer place-content-center justify-items-center gap-6 p-8 text-center ${colors[scanResult.kind]}`}
    >
      <Mark kind={scanResult.kind} />
      <span role="alert" className="grid gap-4">
        <span className="text-[clamp(2.5rem,11vw,7rem)] leading-tight font-bold text-balance">{scanResult.headline}</span>
        <bdi className="text-[clamp(1.4rem,5vw,3rem)] leading-tight wrap-anywhere">{scanResult.detail}</bdi>
      </span>
    </button>
  )
}

function Mark({ kind }: { kind: ScanResult['kind'] }) {
  const size = 120
  if (kind === 'not-green')
    return (
      <span className="[&_.flag-shape]:text-on-stop [&_.stroke-paper]:stroke-stop">
        <FlagMark flag="red" size={size} wordHidden />
      </span>
    )
  if (kind === 'in') return <Icon name="check-circle" size={size} />
  return <Icon name={kind === 'already' ? 'clock' : 'warning'} size={size} />
}
