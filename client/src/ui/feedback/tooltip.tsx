import type { ReactNode } from 'react'
import { useTooltip } from './use-tooltip.tsx'

/** Explains the control inside it; renders only the control if there is no text. `children` gets the id to set as `aria-describedby`. */
export function Tooltip({ text, children }: { text: string | undefined; children: (describedBy: string | undefined) => ReactNode }) {
  const tooltip = useTooltip(text)
  return (
    <span {...tooltip.anchor} className={text === undefined ? 'contents' : 'inline-flex'}>
      {children(tooltip.describedBy)}
      {tooltip.bubble}
    </span>
  )
}
