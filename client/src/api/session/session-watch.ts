import { hasIdled } from './device-flags.ts'
import { setDayOwner } from './door-store.ts'
import { report } from '../report.ts'
import type { Session } from './session.ts'
import type { Tabs } from './tabs.ts'

const retryMs = 15_000
const idleCheckMs = 30_000
const useNoteMs = 15_000

type WatchedSession = Pick<Session, 'state' | 'subscribe' | 'refresh' | 'signOut' | 'finishSignOut'>

/**
 * Maintains a session in the background: retries a sign-out that the server has not confirmed as soon as there may be a network, and ends a
 * session on a shared device after 60 idle minutes, regardless of background requests. Also while the server is unreachable, because the
 * device may hold a check-in list.
 */
export function watchSession(session: WatchedSession, tabs: Tabs): void {
  let retryTimer: ReturnType<typeof setInterval> | undefined
  let idleTimer: ReturnType<typeof setInterval> | undefined
  const finishSignOut = () => {
    if (session.state().signOutPending) void session.finishSignOut()
  }
  let owner: number | undefined
  const mayBeIdle = () => {
    const { status, unreachable } = session.state()
    return tabs.isSharedDevice() && (status === 'authenticated' || unreachable)
  }
  const endIfIdle = () => {
    if (mayBeIdle() && hasIdled(Date.now(), tabs)) void session.signOut()
  }
  const recordUse = () => {
    if (!mayBeIdle()) return
    endIfIdle()
    if (mayBeIdle() && Date.now() - (tabs.lastUsed() ?? 0) > useNoteMs) tabs.recordUse(Date.now())
  }
  const onReturn = (event: Event) => {
    finishSignOut()
    endIfIdle()
    // A page in the back/forward cache may have missed messages from other tabs.
    const isRestored = event instanceof PageTransitionEvent && event.persisted
    if (isRestored && session.state().status === 'authenticated') void session.refresh()
  }
  const onSessionChange = () => {
    const accountId = session.state().profile?.id
    if (accountId !== undefined && accountId !== owner)
      setDayOwner(accountId).catch((error: unknown) => report('The doors of others could not be put aside.', error))
    owner = accountId
    retryTimer = timerWhile(session.state().signOutPending, retryTimer, finishSignOut, retryMs)
    if (mayBeIdle() && tabs.lastUsed() === undefined) tabs.recordUse(Date.now())
    if (idleTimer === undefined) endIfIdle()
    idleTimer = timerWhile(mayBeIdle(), idleTimer, endIfIdle, idleCheckMs)
  }
  session.subscribe(onSessionChange)
  for (const event of ['online', 'focus', 'pageshow']) window.addEventListener(event, onReturn)
  document.addEventListener('visibilitychange', onReturn)
  for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, recordUse, { passive: true, capture: true })
  onSessionChange()
  finishSignOut()
}

function timerWhile(holds: boolean, timer: ReturnType<typeof setInterval> | undefined, act: () => void, everyMs: number) {
  if (holds) return timer ?? setInterval(act, everyMs)
  clearInterval(timer)
  return undefined
}
