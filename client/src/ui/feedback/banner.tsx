import type { ReactNode } from 'react'
import { useWords } from '../../words/language.ts'
import { Icon, type IconName } from '../icon.tsx'

export type BannerKind = 'info' | 'success' | 'warning' | 'error'

export const bannerLook: Record<BannerKind, { icon: IconName; box: string; mark: string }> = {
  info: { icon: 'info', box: 'bg-sunken border-ink', mark: 'text-ink' },
  success: { icon: 'check-circle', box: 'bg-good-soft border-good', mark: 'text-good' },
  warning: { icon: 'warning', box: 'bg-wait-soft border-wait', mark: 'text-wait' },
  error: { icon: 'warning', box: 'bg-stop-soft border-stop', mark: 'text-stop' },
}

/** A message for everyone on the page. Errors are announced immediately. */
export function Banner({ kind, children, action }: { kind: BannerKind; children: ReactNode; action?: ReactNode }) {
  const { t } = useWords()
  const look = bannerLook[kind]
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border-s-4 px-4 py-3 ${look.box}`}
    >
      <span className={`flex h-[1lh] items-center ${look.mark}`}>
        <Icon name={look.icon} label={t(`kit.${kind}`)} />
      </span>
      <div className="min-w-0 flex-1 basis-40 wrap-anywhere">{children}</div>
      {action}
    </div>
  )
}
