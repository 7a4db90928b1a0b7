import { useEffect, type RefObject } from 'react'

/** While `open`, calls `dismiss` on a press or on focus outside of the element, and on Escape, which also gives the focus back to `opener`. */
export function useDismissal(
  open: boolean,
  dismiss: () => void,
  element: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (!open) return undefined
    const outside = (event: Event) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) dismiss()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      dismiss()
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('click', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('click', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [open])
}
