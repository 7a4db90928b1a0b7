/** What one tab tells the others of the same person. */
export type TabNews = { readonly kind: 'tokens'; readonly accessToken: string } | { readonly kind: 'ended' }

/** The other tabs of this browser. */
export interface Tabs {
  readonly tell: (news: TabNews) => void
  readonly listen: (hear: (news: TabNews) => void) => void
  /** Runs `work` while no other tab does the same. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Whether anybody is likely to be signed in: a hint, kept across visits, that says nothing of who it is. */
  readonly wasSignedIn: () => boolean
  readonly noteSignedIn: (signedIn: boolean) => void
  /** Whether someone signed out in this browser and the server does not know it yet. */
  readonly isSignOutPending: () => boolean
  readonly noteSignOutPending: (pending: boolean) => void
  /** Whether this browser was said to be shared at the last sign-in. */
  readonly isSharedDevice: () => boolean
  readonly noteSharedDevice: (shared: boolean) => void
  /** When someone last used any tab, in ms since 1970; undefined before the first time. */
  readonly lastUsed: () => number | undefined
  readonly noteUse: (now: number) => void
}

const name = 'portico-session'
const hint = 'portico-signed-in'
const endingKey = 'portico-signing-out'
const sharedKey = 'portico-shared-device'
const usedKey = 'portico-last-used'

/** The tabs of this browser; where it lacks the means, each tab is on its own, which the server bears with. */
export function openTabs(): Tabs {
  const channel = typeof document === 'undefined' || typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  return {
    tell: (news) => channel?.postMessage(news),
    listen: (hear) => {
      channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (isNews(event.data)) hear(event.data)
      })
    },
    alone: (work) => (typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks.request(name, work) : work()),
    wasSignedIn: () => isNoted(hint),
    noteSignedIn: (signedIn) => note(hint, signedIn),
    isSignOutPending: () => isNoted(endingKey),
    noteSignOutPending: (pending) => note(endingKey, pending),
    isSharedDevice: () => isNoted(sharedKey),
    noteSharedDevice: (shared) => note(sharedKey, shared),
    lastUsed: () => withStorage((storage) => Number(storage.getItem(usedKey) ?? Number.NaN)) || undefined,
    noteUse: (now) => withStorage((storage) => storage.setItem(usedKey, String(now))),
  }
}

function isNoted(key: string): boolean {
  return withStorage((storage) => storage.getItem(key) !== null) ?? false
}

function note(key: string, holds: boolean): void {
  withStorage((storage) => (holds ? storage.setItem(key, '1') : storage.removeItem(key)))
}

/** Storage can be switched off, and is then simply not there. */
function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}

function isNews(data: unknown): data is TabNews {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false
  return data.kind === 'ended' || (data.kind === 'tokens' && 'accessToken' in data && typeof data.accessToken === 'string')
}
