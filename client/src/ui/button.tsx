import type { ButtonHTMLAttributes, MouseEvent } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { Tooltip } from './feedback/tooltip.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'stop'
/** `large`: 48 px, for respondents. `small`: 40 px, for staff. */
export type ButtonSize = 'large' | 'small'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'className'> {
  /** The action, as a verb. */
  children: string
  kind?: ButtonKind
  size?: ButtonSize
  icon?: IconName
  /** Full width of the container. */
  wide?: boolean
  /** While true the button shows `busyLabel`, keeps its width and ignores presses. */
  busy?: boolean
  busyLabel?: string
  /** Why it cannot be pressed now: disables the button and is shown on hover and focus and announced to screen readers. */
  disabledReason?: string
}

const kinds: Record<ButtonKind, string> = {
  primary: 'bg-ink text-on-ink hover:bg-ink-strong border-transparent',
  secondary: 'bg-raised text-ink border-edge hover:border-ink hover:bg-sunken',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken underline-offset-4 hover:underline',
  stop: 'bg-stop text-on-stop border-transparent hover:brightness-90',
}

const unavailable =
  'aria-disabled:bg-sunken aria-disabled:text-mute aria-disabled:border-line aria-disabled:cursor-not-allowed aria-disabled:no-underline aria-disabled:brightness-100'

const sizes: Record<ButtonSize, string> = {
  large: 'min-h-12 px-5 py-2',
  small: 'min-h-10 px-4 py-1.5 text-sm',
}

/** The classes of a button, for elements that only look like one (`LinkButton`). */
export function buttonClass(kind: ButtonKind, size: ButtonSize, wide: boolean): string {
  const shape =
    'inline-flex items-center justify-center gap-2 rounded-md border-[1.5px] font-bold text-center cursor-pointer transition-colors select-none bordered-when-forced'
  return `${shape} ${kinds[kind]} ${sizes[size]} ${wide ? 'w-full' : ''}`
}

/**
 * A button labelled with its action. Disabled buttons stay focusable (`aria-disabled`), so that keyboard users keep their place and can
 * learn the reason.
 */
export function Button({
  kind = 'primary',
  size = 'large',
  wide = false,
  busy = false,
  busyLabel,
  disabledReason,
  disabled,
  ...rest
}: ButtonProps) {
  const { children, icon, onClick, type = 'button', ...native } = rest
  const blocked = busy || Boolean(disabled) || disabledReason !== undefined
  const press = (event: MouseEvent<HTMLButtonElement>) => (blocked ? event.preventDefault() : onClick?.(event))
  const label = busy && busyLabel ? busyLabel : children
  const button = (describedBy: string | undefined) => (
    <button
      {...native}
      type={type}
      onClick={press}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      aria-describedby={[native['aria-describedby'], describedBy].filter(Boolean).join(' ') || undefined}
      className={`${buttonClass(kind, size, wide)} ${busy ? 'cursor-progress' : unavailable}`}
    >
      {icon && <Icon name={icon} />}
      <span className="keeps-width" data-label={busyLabel ? children : undefined} data-busy-label={busyLabel}>
        {label}
      </span>
    </button>
  )
  // The same element with and without a reason, so that a button keeps the focus when it becomes enabled.
  return <Tooltip text={disabledReason}>{button}</Tooltip>
}
