import type { AnswerFault } from '@portico/shared/rules/answers'
import { useState } from 'react'
import type { SendState } from '../sending/sender.ts'

/** Faults by identifier. */
export type Faults = Readonly<Record<string, AnswerFault>>

/** The faults that are shown. They are kept as codes, so that their messages follow the language of the page. */
export interface FaultsShown {
  readonly faults: Faults
  /** Number of failures; each moves focus to the first fault. */
  readonly failures: number
  /** Adds faults. */
  readonly addFaults: (found: Faults) => void
  /** Removes the faults of these identifiers. */
  readonly removeFaults: (identifiers: readonly string[]) => void
}

/** Tracks the faults found by a failed Continue or Send, here or on the server. */
export function useFaults(sendState: SendState): FaultsShown {
  const [{ faults, failures, seen }, setShown] = useState<{ faults: Faults; failures: number; seen: SendState }>({
    faults: {},
    failures: 0,
    seen: sendState,
  })
  if (seen !== sendState) {
    const refused = sendState.step === 'refused' && sendState.because === 'answers'
    setShown({ faults: refused ? sendState.faults : faults, failures: refused ? failures + 1 : failures, seen: sendState })
  }
  return {
    faults,
    failures,
    addFaults: (found) => setShown({ faults: { ...faults, ...found }, failures: failures + 1, seen }),
    removeFaults: (identifiers) => {
      if (!identifiers.some((identifier) => identifier in faults)) return
      const left = Object.entries(faults).filter(([identifier]) => !identifiers.includes(identifier))
      setShown({ faults: Object.fromEntries(left), failures, seen })
    },
  }
}
