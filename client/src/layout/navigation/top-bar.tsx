import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { session, useSession } from '../../api/session/session.ts'
import { paths } from '../../paths.ts'
import { useWords } from '../../words/language.ts'
import { LanguageSwitcher } from './language-switcher.tsx'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { NavAnchor } from './nav-anchor.tsx'
import { navLinks } from './nav-links.ts'

/** The bar above every page: the logo, the links of shared/spec/product.md#top-bar, the language switcher. */
export function TopBar() {
  const { t } = useWords()
  const [location] = useLocation()
  const links = navLinks(useSession())
  useEffect(() => session.beginIfKnown(), [])
  return (
    <header className="relative border-b border-line">
      <div className="mx-auto flex min-h-16 max-w-page items-center gap-2 px-4 max-xl:flex-wrap md:px-6">
        <Link href={paths.landing()} className="-ms-2 me-auto inline-flex rounded-md p-2 no-underline max-[21rem]:[&_.wordmark]:sr-only">
          <Logo />
        </Link>
        <nav aria-label={t('nav.main')} className="hidden min-w-0 xl:block">
          <ul className="flex flex-wrap items-center justify-end">
            {links.map((link) => (
              <li key={link.word}>
                <NavAnchor
                  link={link}
                  location={location}
                  className="inline-flex min-h-12 items-center gap-1 rounded-md px-2 no-underline decoration-accent decoration-3 underline-offset-8 hover:bg-sunken aria-[current]:font-bold aria-[current]:underline"
                />
              </li>
            ))}
          </ul>
        </nav>
        <LanguageSwitcher />
        <MobileMenu links={links} location={location} />
      </div>
    </header>
  )
}
