import { useState, type ReactNode } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { useReauthentication } from '../../../layout/reauthentication.tsx'

export interface SignInChange {
  /** Makes a change after a fresh proof where one is needed, and shows what is so now; undefined when it was refused or called off. */
  readonly change: <Result>(call: () => Promise<Result>) => Promise<Result | undefined>
  readonly busy: boolean
  /** Why the last change was refused. */
  readonly problem: string | undefined
  /** Where the person is asked who they are; outside of any form. */
  readonly dialog: ReactNode
}

/** For the parts of the page that change something about how one signs in. */
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
