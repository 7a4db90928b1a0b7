import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'

/**
 * While `active`, calls `forget` when the browser leaves for another site, and shows what is left at once: a browser may put the page aside as it
 * stands, and bring it back for whoever presses Back.
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
