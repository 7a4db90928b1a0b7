import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'

/**
 * While `active`, calls `forget` when the browser navigates away, and renders the result synchronously: the browser may keep the page in
 * the back/forward cache and show it to whoever presses Back.
 */
export function useLeaving(active: boolean, forget: () => void): void {
  const act = useEffectEvent(forget)
  useEffect(() => {
    if (!active) return undefined
    const leave = () => flushSync(() => act())
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [active])
}
