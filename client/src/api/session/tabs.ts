import { deviceFlags, hasFlag, setFlag } from './device-flags.ts'

/** What one tab tells the others; `begun`: someone has just signed in, possibly another person. */
export type TabMessage = { readonly kind: 'tokens'; readonly accessToken: string; readonly begun?: boolean } | { readonly kind: 'ended' }

/** The other tabs of this browser, and its notes about the device. */
export interface Tabs extends Readonly<typeof deviceFlags> {
  readonly broadcast: (news: TabMessage) => void
  readonly listen: (listener: (news: TabMessage) => void) => void
  /** Runs `work` while holding a lock shared by all tabs. */
  readonly withLock: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Whether someone is probably signed in: a hint kept across visits that does not identify anyone. */
  readonly wasSignedIn: () => boolean
  readonly setSignedIn: (signedIn: boolean) => void
  /** Whether someone signed out in this browser and the server has not confirmed it. */
  readonly isSignOutPending: () => boolean
  readonly setSignOutPending: (pending: boolean) => void
}

const name = 'portico-session'
const signedInKey = 'portico-signed-in'
const signOutPendingKey = 'portico-signing-out'

/** Connects to the other tabs of this browser. Where the browser lacks the APIs, each tab works alone, which the server tolerates. */
export function openTabs(): Tabs {
  const channel = typeof document === 'undefined' || typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  return {
    broadcast: (news) => channel?.postMessage(news),
    listen: (listener) => {
      channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (isTabMessage(event.data)) listener(event.data)
      })
    },
    withLock: (work) => (typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks.request(name, work) : work()),
    wasSignedIn: () => hasFlag(signedInKey),
    setSignedIn: (signedIn) => setFlag(signedInKey, signedIn),
    isSignOutPending: () => hasFlag(signOutPendingKey),
    setSignOutPending: (pending) => setFlag(signOutPendingKey, pending),
    ...deviceFlags,
  }
}

function isTabMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false
  return data.kind === 'ended' || (data.kind === 'tokens' && 'accessToken' in data && typeof data.accessToken === 'string')
}
