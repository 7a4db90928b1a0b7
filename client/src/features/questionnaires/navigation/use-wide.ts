import { useCallback, useState, useSyncExternalStore } from 'react'

/** Whether the screen is wide: then a page shows several questions. */
export function useWide(): boolean {
  // Made once: every keystroke reads it.
  const [query] = useState(() => matchMedia('(min-width: 48rem)'))
  const subscribe = useCallback(
    (listener: () => void) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => query.matches)
}
