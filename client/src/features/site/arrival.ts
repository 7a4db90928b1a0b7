import { useEffect } from 'react'

/** Goes to the part of the page that the address names once the page is there; it may have been loaded only now. */
export function useArrival(): void {
  useEffect(() => {
    const anchor = window.location.hash.slice(1)
    if (anchor) document.getElementById(anchor)?.scrollIntoView()
  }, [])
}
