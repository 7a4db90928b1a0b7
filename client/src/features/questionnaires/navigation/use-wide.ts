import { useCallback, useState, useSyncExternalStore } from 'react'

/** Returns whether the screen is wide enough to show several questions per page. */
export function useWide(): boolean {
  // Created once, because every keystroke reads it.
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
