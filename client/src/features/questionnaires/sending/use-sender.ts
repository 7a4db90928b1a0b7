import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Draft } from '../draft/draft.ts'
import { Sender, type SenderDependencies, type SendState } from './sender.ts'

/** Returns the sender of a draft; it resumes after a reload, when back online and when the page becomes visible. */
export function useSender(draft: Draft, createDependencies: () => SenderDependencies): [Sender, SendState] {
  const [sender] = useState(() => new Sender(draft, createDependencies()))
  const state = useSyncExternalStore(sender.subscribe, sender.state)
  useEffect(() => {
    sender.attempt()
    const resumeIfVisible = () => {
      if (document.visibilityState === 'visible') sender.attempt()
    }
    addEventListener('online', sender.attempt)
    document.addEventListener('visibilitychange', resumeIfVisible)
    return () => {
      removeEventListener('online', sender.attempt)
      document.removeEventListener('visibilitychange', resumeIfVisible)
      sender.stop()
    }
  }, [sender])
  return [sender, state]
}
