import { useId, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/language.ts'
import { NavAnchor } from './nav-anchor.tsx'
import type { NavLink } from './nav-links.ts'
import { useDismissal } from './use-dismissal.ts'

/** The links as a floating menu for narrow screens; a click outside closes it. */
export function MobileMenu({ links, location }: { links: readonly NavLink[]; location: string }) {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useDismissal(open, () => setOpen(false), { box, opener })
  return (
    <div ref={box} className="relative xl:hidden">
      <button
        ref={opener}
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={t('nav.menu')}
        onClick={() => setOpen(!open)}
        className="-me-2 grid size-12 cursor-pointer place-items-center rounded-md hover:bg-sunken"
      >
        <Icon name={open ? 'close' : 'menu'} size={26} />
      </button>
      {open && (
        <nav
          id={id}
          aria-label={t('nav.main')}
          className="absolute end-0 top-full z-30 mt-1 w-[min(20rem,calc(100vw-32px))] rounded-md border border-line bg-raised p-2 shadow-float"
        >
          <ul>
            {links.map((link) => (
              <li key={link.word}>
                <NavAnchor
                  link={link}
                  location={location}
                  onFollow={() => setOpen(false)}
                  className="flex min-h-12 items-center gap-2 rounded-sm border-s-3 border-transparent px-4 no-underline hover:bg-sunken aria-[current]:border-accent aria-[current]:bg-sunken aria-[current]:font-bold"
                />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}
