import type { ReactNode } from 'react'
import { useTooltip } from './use-tooltip.tsx'

/** Explains the control inside it; without a text it changes nothing. `children` gets the id to put on the control as `aria-describedby`. */
export function Tooltip({ text, children }: { text: string | undefined; children: (describedBy: string | undefined) => ReactNode }) {
  const tooltip = useTooltip(text)
  return (
    <span {...tooltip.anchor} className={text === undefined ? 'contents' : 'inline-flex'}>
      {children(tooltip.describedBy)}
      {tooltip.bubble}
    </span>
  )
}
