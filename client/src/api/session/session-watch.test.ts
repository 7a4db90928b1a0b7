import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SessionState } from './session-state.ts'
import { watchSession } from './session-watch.ts'
import type { Tabs } from './tabs.ts'

const minute = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Watches a session in this state and counts the calls made on it. */
function watched(begun: Partial<SessionState>, { shared = false, usedAt }: { shared?: boolean; usedAt?: number } = {}) {
  let state: SessionState = {
    status: 'not-authenticated',
    version: 0,
    profile: undefined,
    signOutPending: false,
    unreachable: false,
    ...begun,
  }
  const listeners: (() => void)[] = []
  let used = usedAt
  const counts = { finished: 0, signedOut: 0, refreshed: 0 }
  const change = (next: Partial<SessionState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const tabs: Pick<Tabs, 'isSharedDevice' | 'lastUsed' | 'recordUse'> = {
    isSharedDevice: () => shared,
    lastUsed: () => used,
    recordUse: (now) => void (used = now),
  }
  watchSession(
    {
      state: () => state,
      subscribe: (listener) => {
        listeners.push(listener)
        return () => false
      },
      refresh: async () => (counts.refreshed += 1) > 0,
      signOut: async () => {
        counts.signedOut += 1
        change({ status: 'not-authenticated', unreachable: false })
      },
      finishSignOut: async () => void (counts.finished += 1),
    },
    tabs as Tabs,
  )
  return { counts, change }
}

it('watchSession retries a pending sign-out at once, on a timer, and when the network or the focus returns', () => {
  const { counts, change } = watched({ signOutPending: true })
  expect(counts.finished).toBe(1)
  vi.advanceTimersByTime(30_000)
  expect(counts.finished).toBe(3)
  window.dispatchEvent(new Event('online'))
  window.dispatchEvent(new Event('focus'))
  expect(counts.finished).toBe(5)
  change({ signOutPending: false, unreachable: false })
  vi.advanceTimersByTime(10 * minute)
  window.dispatchEvent(new Event('online'))
  expect(counts.finished).toBe(5)
})

it('watchSession signs out after 60 idle minutes on a shared device, counted from the last input', () => {
  const { counts } = watched({ status: 'authenticated' }, { shared: true })
  vi.advanceTimersByTime(59 * minute)
  window.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(60 * minute)
  expect(counts.signedOut).toBe(0)
  vi.advanceTimersByTime(minute)
  expect(counts.signedOut).toBe(1)
})

it('watchSession signs out when a shared device is used again after it slept past the idle limit', () => {
  const { counts } = watched({ status: 'authenticated' }, { shared: true })
  vi.setSystemTime(Date.now() + 61 * minute)
  window.dispatchEvent(new Event('pointerdown'))
  expect(counts.signedOut).toBe(1)
})

it('watchSession signs out after 60 idle minutes on a shared device when offline, too', () => {
  const { counts } = watched({ unreachable: true }, { shared: true })
  vi.advanceTimersByTime(59 * minute)
  expect(counts.signedOut).toBe(0)
  vi.advanceTimersByTime(2 * minute)
  expect(counts.signedOut).toBe(1)
})

it('watchSession signs out when a page is opened after the idle limit, without counting that as use', () => {
  const usedAt = Date.now() - 61 * minute
  expect(watched({ unreachable: true }, { shared: true, usedAt }).counts.signedOut).toBe(1)
  expect(watched({ unreachable: true }, { shared: true, usedAt: usedAt + 2 * minute }).counts.signedOut).toBe(0)
})

it('watchSession does not count a refreshed session as use', () => {
  const { counts, change } = watched({ status: 'authenticated' }, { shared: true })
  for (let times = 0; times < 6; times += 1) {
    vi.advanceTimersByTime(9 * minute)
    change({ status: 'refreshing' })
    change({ status: 'authenticated' })
  }
  vi.advanceTimersByTime(7 * minute)
  expect(counts.signedOut).toBe(1)
})

it('control: watchSession keeps a session on a device that is not shared', () => {
  const { counts } = watched({ status: 'authenticated' })
  vi.advanceTimersByTime(12 * 60 * minute)
  expect(counts.signedOut).toBe(0)
})

it('watchSession refreshes an authenticated session when a page is restored from the back/forward cache', () => {
  const { counts, change } = watched({ status: 'authenticated' })
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect(counts.refreshed).toBe(0)
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(counts.refreshed).toBe(1)
  change({ status: 'not-authenticated' })
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(counts.refreshed).toBe(1)
})
