import { useEffect, useRef, type RefObject } from 'react'

/** After a change of place, scrolls to the top and focuses the heading, which screen readers then announce. */
export function useFocusOnPageChange(page: RefObject<HTMLElement | null>, place: string): void {
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    const heading = page.current?.querySelector<HTMLElement>('h1, [role="heading"][aria-level="1"]')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: 'instant' })
  }, [page, place])
}
