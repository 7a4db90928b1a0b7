import { useSyncExternalStore } from 'react'

const wide = '(min-width: 48rem)'

/** Whether the screen is wide: then a page shows several questions. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
