import type { PasskeyAssertion, PasskeyRequest } from '@portico/shared/contract/passkeys'
import { useState } from 'react'
import { failureOf } from '../failure.ts'
import { askForPasskey } from './passkeys.ts'

/** What a passkey is asked for. */
export interface PasskeyPrompt {
  /** Fetches what the device has to sign. */
  readonly options: () => Promise<PasskeyRequest>
  /** Hands the signature over. */
  readonly give: (passkey: PasskeyAssertion) => Promise<unknown>
  /** What to say when the person calls it off. */
  readonly calledOff: string
}

/** For a button that asks a device for a passkey: `ask` does it, `problem` says why it came to nothing. */
export function usePasskeyPrompt({ options, give, calledOff }: PasskeyPrompt) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const passkey = await askForPasskey(await options())
      if (passkey) await give(passkey)
      else setProblem(calledOff)
    } catch (error) {
      setProblem(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { ask: () => void ask(), busy, problem }
}
