import type { PasskeyAssertion, PasskeyRequest } from '@portico/shared/contract/passkeys'
import { useState } from 'react'
import { failureOf } from '../failure.ts'
import { askForPasskey } from './passkeys.ts'

/** How to ask for a passkey. */
export interface PasskeyPrompt {
  /** Fetches the challenge that the device signs. */
  readonly options: () => Promise<PasskeyRequest>
  /** Sends the signature. */
  readonly give: (passkey: PasskeyAssertion) => Promise<unknown>
  /** The message to show if the user cancels. */
  readonly cancelledMessage: string
}

/** For a button that asks for a passkey: `ask` starts the prompt, `problem` explains why it failed. */
export function usePasskeyPrompt({ options, give, cancelledMessage }: PasskeyPrompt) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const passkey = await askForPasskey(await options())
      if (passkey) await give(passkey)
      else setProblem(cancelledMessage)
    } catch (error) {
      setProblem(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { ask: () => void ask(), busy, problem }
}
