import { hasIdled } from './device-notes.ts'
import { noteDayOwner } from './door-store.ts'
import { report } from '../report.ts'
import type { Session } from './session.ts'
import type { Tabs } from './tabs.ts'

const retryMs = 15_000
const lookMs = 30_000
const noteMs = 15_000

type Watched = Pick<Session, 'state' | 'subscribe' | 'refresh' | 'signOut' | 'finishSignOut'>

/**
 * Maintains a session in the background: retries a sign-out that the server has not confirmed as soon as there may be a network, and ends a
 * session on a shared device after 60 idle minutes, regardless of background requests. Also while the server is unreachable, because the
 * device may hold a check-in list.
 */
export function watchSession(session: Watched, tabs: Tabs): void {
  let retry: ReturnType<typeof setInterval> | undefined
  let look: ReturnType<typeof setInterval> | undefined
  const finish = () => {
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
  const noteUse = () => {
    if (!mayBeIdle()) return
    endIfIdle()
    if (mayBeIdle() && Date.now() - (tabs.lastUsed() ?? 0) > noteMs) tabs.noteUse(Date.now())
  }
  const comeBack = (event: Event) => {
    finish()
    endIfIdle()
    // A page in the back/forward cache may have missed messages from other tabs.
    const isRestored = event instanceof PageTransitionEvent && event.persisted
    if (isRestored && session.state().status === 'authenticated') void session.refresh()
  }
  const follow = () => {
    const accountId = session.state().profile?.id
    if (accountId !== undefined && accountId !== owner)
      noteDayOwner(accountId).catch((error: unknown) => report('The doors of others could not be put aside.', error))
    owner = accountId
    retry = timerWhile(session.state().signOutPending, retry, finish, retryMs)
    if (mayBeIdle() && tabs.lastUsed() === undefined) tabs.noteUse(Date.now())
    if (look === undefined) endIfIdle()
    look = timerWhile(mayBeIdle(), look, endIfIdle, lookMs)
  }
  session.subscribe(follow)
  for (const event of ['online', 'focus', 'pageshow']) window.addEventListener(event, comeBack)
  document.addEventListener('visibilitychange', comeBack)
  for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, noteUse, { passive: true, capture: true })
  follow()
  finish()
}

function timerWhile(holds: boolean, timer: ReturnType<typeof setInterval> | undefined, act: () => void, everyMs: number) {
  if (holds) return timer ?? setInterval(act, everyMs)
  clearInterval(timer)
  return undefined
}
