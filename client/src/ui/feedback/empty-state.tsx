import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'

/** Replaces an empty list: one sentence why, and one action. */
export function EmptyState({ text, action, icon = 'info' }: { text: string; action?: ReactNode; icon?: IconName }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-md border-[1.5px] border-dashed border-line px-6 py-12 text-center">
      <span className="text-mute">
        <Icon name={icon} size={32} />
      </span>
      <p className="max-w-prose text-lg wrap-anywhere">{text}</p>
      {action}
    </div>
  )
}
