import { useEffect, useEffectEvent, useState } from 'react'

const inputEvents = ['pointerdown', 'keydown', 'input', 'scroll'] as const

/**
 * While `active`, calls `onIdle` after `idleMs` without input. Returns true from `noticeMs` until the next input. A device that was asleep
 * for that long is idle as soon as it wakes.
 */
export function useIdle(active: boolean, { noticeMs, idleMs }: { noticeMs: number; idleMs: number }, onIdle: () => void): boolean {
  const [noticing, setNoticing] = useState(false)
  const end = useEffectEvent(onIdle)
  useEffect(() => {
    if (!active) return undefined
    let since = Date.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const checkIdle = () => {
      clearTimeout(timer)
      const idle = Date.now() - since
      if (idle >= idleMs) return end()
      setNoticing(idle >= noticeMs)
      timer = setTimeout(checkIdle, (idle >= noticeMs ? idleMs : noticeMs) - idle)
    }
    const onInput = () => {
      if (Date.now() - since < idleMs) since = Date.now()
      checkIdle()
    }
    checkIdle()
    for (const sign of inputEvents) addEventListener(sign, onInput, { passive: true, capture: true })
    document.addEventListener('visibilitychange', checkIdle)
    return () => {
      clearTimeout(timer)
      setNoticing(false)
      for (const sign of inputEvents) removeEventListener(sign, onInput, { capture: true })
      document.removeEventListener('visibilitychange', checkIdle)
    }
  }, [active, noticeMs, idleMs])
  return active && noticing
}
