import { useSyncExternalStore } from 'react'

const wide = '(min-width: 48rem)'

/** Whether there is the room of a desk: then several questions stand on a page. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
