import { Link } from 'wouter'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/language.ts'
import { isCurrent, type NavLink } from './nav-links.ts'

export interface NavAnchorProps {
  link: NavLink
  location: string
  className: string
  onFollow?: () => void
}

/** A navigation link that marks the current page and announces a new tab. */
export function NavAnchor({ link, location, className, onFollow }: NavAnchorProps) {
  const { t } = useWords()
  if (link.external) {
    return (
      <a href={link.to} target="_blank" rel="noopener noreferrer" onClick={onFollow} className={className}>
        {t(link.word)}
        <Icon name="external" size={14} /> <span className="sr-only">({t('nav.newTab')})</span>
      </a>
    )
  }
  return (
    <Link href={link.to} onClick={onFollow} aria-current={isCurrent(link, location) ? 'page' : undefined} className={className}>
      {t(link.word)}
    </Link>
  )
}
