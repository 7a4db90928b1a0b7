import { useEffect, useId, useRef, useState, type HTMLAttributes, type ReactNode } from 'react'

interface TooltipPosition {
  readonly top: number
  readonly left: number
  readonly above: boolean
}

/**
 * The result of `useTooltip`: spread `anchor` on the element around the control, render `bubble` inside it, set `describedBy` on the
 * control.
 */
export interface Tooltip {
  readonly describedBy: string | undefined
  readonly anchor: HTMLAttributes<HTMLElement> & { ref: React.RefObject<HTMLSpanElement | null> }
  readonly bubble: ReactNode
}

/**
 * A short explanation shown on hover and on focus, which stays while the pointer is on it and closes on Escape. None without `text`. Screen
 * readers get it as the description of the control.
 */
export function useTooltip(text: string | undefined): Tooltip {
  const id = useId()
  const ref = useRef<HTMLSpanElement>(null)
  const [position, setPosition] = useState<TooltipPosition>()
  const shown = position !== undefined && text !== undefined
  const show = () => text !== undefined && setPosition(positionBeside(ref.current))
  const hide = () => setPosition(undefined)
  useEffect(() => (shown ? onEscape(hide) : undefined), [shown])
  return {
    describedBy: text ? id : undefined,
    anchor: { ref, onPointerEnter: show, onPointerLeave: hide, onFocus: show, onBlur: hide },
    bubble: text && (
      <>
        <span id={id} hidden>
          {text}
        </span>
        {position && <Bubble text={text} position={position} />}
      </>
    ),
  }
}

function Bubble({ text, position }: { text: string; position: TooltipPosition }) {
  return (
    <span
      role="tooltip"
      style={{ top: position.top, left: position.left }}
      className={`fixed z-50 w-max max-w-64 -translate-x-1/2 rounded-md bg-deep px-3 py-2 text-sm font-normal text-on-deep shadow-float ${position.above ? '-translate-y-full' : ''}`}
    >
      {text}
    </span>
  )
}

function positionBeside(element: HTMLElement | null): TooltipPosition | undefined {
  if (!element) return undefined
  const box = element.getBoundingClientRect()
  const above = box.top > 72
  const maxHalfWidth = 136
  const left = Math.min(Math.max(box.left + box.width / 2, maxHalfWidth), Math.max(maxHalfWidth, innerWidth - maxHalfWidth))
  return { left, top: above ? box.top - 6 : box.bottom + 6, above }
}

function onEscape(hide: () => void): () => void {
  const listen = (event: KeyboardEvent) => event.key === 'Escape' && hide()
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}
