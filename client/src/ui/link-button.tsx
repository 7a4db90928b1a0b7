import { Link } from 'wouter'
import { buttonClass, type ButtonKind, type ButtonSize } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

export interface LinkButtonProps {
  /** A path within the site; URLs that begin with http open in a new tab. */
  to: string
  children: string
  kind?: ButtonKind
  size?: ButtonSize
  icon?: IconName
  wide?: boolean
  /** Opens paths within the site in a new tab, too. */
  newTab?: boolean
}

/** A link that looks like a button: for navigation, never for actions. */
export function LinkButton({ to, children, kind = 'primary', size = 'large', icon, wide = false, newTab }: LinkButtonProps) {
  const className = `${buttonClass(kind, size, wide)} no-underline`
  const inner = (
    <>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </>
  )
  if (newTab || /^https?:/.test(to)) {
    return (
      <a href={to} target="_blank" rel="noopener noreferrer" className={className}>
        {inner}
      </a>
    )
  }
  return (
    <Link href={to} className={className}>
      {inner}
    </Link>
  )
}
