import { useEffect } from 'react'

/** Scrolls to the element named by the URL fragment on mount, because a lazily loaded page does not exist yet when the browser tries. */
export function useScrollToAnchor(): void {
  useEffect(() => {
    const anchor = window.location.hash.slice(1)
    if (anchor) document.getElementById(anchor)?.scrollIntoView()
  }, [])
}
