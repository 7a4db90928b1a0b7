import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Draft } from '../draft/draft.ts'
import { Sender, type SendOutside, type SendState } from './sender.ts'

/** The sender of a draft: goes on on its own after a reload, when the network is back and when one looks at the page again. */
export function useSender(draft: Draft, outside: () => SendOutside): [Sender, SendState] {
  const [sender] = useState(() => new Sender(draft, outside()))
  const state = useSyncExternalStore(sender.subscribe, sender.state)
  useEffect(() => {
    sender.attempt()
    const look = () => {
      if (document.visibilityState === 'visible') sender.attempt()
    }
    addEventListener('online', sender.attempt)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('online', sender.attempt)
      document.removeEventListener('visibilitychange', look)
      sender.stop()
    }
  }, [sender])
  return [sender, state]
}
