import { useState, type ReactNode } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { useReauthentication } from '../../../layout/reauthentication.tsx'

export interface SignInChange {
  /** Runs a change, reauthenticating if required, and refreshes the page's data. Returns undefined if it was refused or cancelled. */
  readonly change: <Result>(call: () => Promise<Result>) => Promise<Result | undefined>
  readonly busy: boolean
  /** Why the last change was refused. */
  readonly problem: string | undefined
  /** The reauthentication dialog; render it outside of any form. */
  readonly dialog: ReactNode
}

/** Runs changes to the user's sign-in methods, with reauthentication. */
export function useSignInChange(): SignInChange {
  const { run, dialog } = useReauthentication()
  const utils = trpc.useUtils()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const change = async <Result>(call: () => Promise<Result>): Promise<Result | undefined> => {
    setBusy(true)
    setProblem(undefined)
    try {
      const result = await run(call)
      await utils.auth.mySignIn.invalidate()
      return result
    } catch (error) {
      setProblem(failureOf(error).message)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { change, busy, problem, dialog }
}
