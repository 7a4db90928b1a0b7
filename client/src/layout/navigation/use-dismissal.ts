import { useEffect, useEffectEvent, type RefObject } from 'react'

/** While `open`, calls `dismiss` on a press or focus outside of `box` and on Escape, which also returns the focus to `opener`. */
export function useDismissal(
  open: boolean,
  dismiss: () => void,
  { box, opener }: { box: RefObject<HTMLElement | null>; opener: RefObject<HTMLElement | null> },
): void {
  const onOutside = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !box.current?.contains(event.target)) dismiss()
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    dismiss()
    opener.current?.focus()
  })
  useEffect(() => {
    if (!open) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    for (const kind of ['pointerdown', 'click', 'focusin']) document.addEventListener(kind, (event) => onOutside(event), { signal })
    document.addEventListener('keydown', (event) => onKey(event), { signal })
    return () => leaving.abort()
  }, [open])
}
