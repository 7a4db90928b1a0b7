import { profiles } from './profiles.ts'
import { CallError, type callRest } from '../src/api/rest.ts'
import { Session } from '../src/api/session/session.ts'
import type { SessionStatus } from '../src/api/session/session-state.ts'
import type { TabMessage, Tabs } from '../src/api/session/tabs.ts'

/** A stubbed response to a call; throws to refuse. */
export type Answer = (input?: unknown) => unknown

/** One browser with one refresh cookie and any number of tabs. */
export function browser(answers: Record<string, Answer> = {}) {
  const listeners: ((news: TabMessage) => void)[] = []
  const requests: string[] = []
  let known = false
  let pending = false
  let shared = false
  let last: Promise<unknown> = Promise.resolve()
  let issued = 0
  let forgotten = 0
  const everywhere: Record<string, Answer> = {
    'auth/tokens/refresh': () => ({ accessToken: `token ${++issued}` }),
    'auth/login/local': () => ({ accessToken: `token ${++issued}` }),
    'auth/sign-out': () => ({}),
    getMyProfile: () => profiles.ana,
    ...answers,
  }
  function openTab() {
    const tabs: Tabs = {
      broadcast: (news) => listeners.filter((listener) => listener !== mine).forEach((listener) => listener(news)),
      listen: (listener) => {
        mine = listener
        listeners.push(listener)
      },
      withLock: <Result>(work: () => Promise<Result>) => {
        const turn = last.then(work, work)
        last = turn.catch(() => undefined)
        return turn
      },
      wasSignedIn: () => known,
      setSignedIn: (signedIn) => {
        known = signedIn
      },
      isSignOutPending: () => pending,
      setSignOutPending: (now) => {
        pending = now
      },
      isSharedDevice: () => shared,
      setSharedDevice: (now) => {
        shared = now
      },
      lastUsed: () => undefined,
      recordUse: () => {},
      isAtProvider: () => false,
      setAtProvider: () => {},
    }
    let mine: ((news: TabMessage) => void) | undefined
    const session = new Session({
      tabs,
      call: (async (path: string, input: unknown) => {
        requests.push(path)
        await Promise.resolve()
        return everywhere[path]?.(input)
      }) as typeof callRest,
      solve: async (challenge) => `${challenge}:solved`,
      forget: () => void (forgotten += 1),
    })
    const seen: SessionStatus[] = [session.state().status]
    session.subscribe(() => seen.at(-1) !== session.state().status && seen.push(session.state().status))
    return { session, seen }
  }
  return { openTab, requests, forgotten: () => forgotten }
}

/** Returns a response with an error status. */
export function refused(status: number, body: unknown): Answer {
  return () => {
    throw new CallError(status, body)
  }
}

/** The response to a refresh without a session. */
export const noSession = refused(200, { success: false, error_id: 'NO_SESSION', message: '' })
