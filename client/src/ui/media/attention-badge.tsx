import type { ReactNode } from 'react'
import { Link } from 'wouter'

export interface AttentionBadgeProps {
  title: string
  date: ReactNode
  subtitle: string
  /** The link target; without it the badge is not a link. */
  to?: string
}

/**
 * A round badge that draws attention: circles of 300, 290 and 280 px, each 5 px inside the other
 * (shared/spec/product.md#attention-badge-and-icons).
 */
export function AttentionBadge({ title, date, subtitle, to }: AttentionBadgeProps) {
  const circles = (
    <span className="grid size-[300px] max-w-full place-items-center rounded-full bg-accent p-[5px] shadow-float">
      <span className="grid size-[290px] max-w-full place-items-center rounded-full bg-raised p-[5px]">
        <span className="grid size-[280px] max-w-full grid-cols-[minmax(0,1fr)] content-center gap-2 rounded-full bg-deep p-8 text-center wrap-anywhere text-on-deep">
          <span className="-mx-3 text-xl leading-tight font-bold text-balance">{title}</span>
          <span className="text-accent-on-deep font-bold">{date}</span>
          <span className="text-on-deep-mute">{subtitle}</span>
        </span>
      </span>
    </span>
  )
  if (!to) return circles
  return (
    <Link href={to} className="inline-block rounded-full no-underline transition-transform hover:scale-[1.015] focus-visible:rounded-full">
      {circles}
    </Link>
  )
}
