import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../api/session/session.ts'
import { dismissToasts, LiveRegion } from '../ui/feedback/toast.tsx'
import { ErrorBoundary } from './loading/error-boundary.tsx'
import { hydrated } from './hydration.ts'
import { Footer } from './navigation/footer.tsx'
import { SkipLinks } from './navigation/skip-link.tsx'
import { SubNav } from './navigation/sub-nav.tsx'
import { TopBar } from './navigation/top-bar.tsx'

/** The frame around every page. On navigation it scrolls to the top (or the anchor) and focuses the content. */
export function Shell({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const main = useRef<HTMLElement>(null)
  const before = useRef(location)
  const isForStaff = location.startsWith('/home/') || location.startsWith('/authentication/')
  useCachedPages(!isForStaff)
  const account = useSession().profile?.id
  // They may name a person whom the next account must not know.
  useEffect(() => (account === undefined ? undefined : dismissToasts), [account])
  useEffect(() => {
    if (before.current === location) return
    before.current = location
    const anchor = window.location.hash && document.getElementById(window.location.hash.slice(1))
    if (anchor) return anchor.scrollIntoView()
    scrollTo({ top: 0, behavior: 'instant' })
    main.current?.focus({ preventScroll: true })
  }, [location])
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLinks />
      <TopBar />
      <SubNav />
      <main id="content" ref={main} tabIndex={-1} className="flex grow flex-col outline-none">
        <ErrorBoundary location={location}>{children}</ErrorBoundary>
      </main>
      <Footer donateHidden={isForStaff} />
      <LiveRegion />
    </div>
  )
}

// Staff pages are not cached, except for the check-in page, which does so itself. Without the code, the next visit caches them.
function useCachedPages(isForRespondents: boolean): void {
  useEffect(() => {
    if (!isForRespondents) return
    void hydrated()
      .then(() => import('../api/page-cache.ts'))
      .then(({ cacheRespondentPages }) => cacheRespondentPages())
      .catch(() => {})
  }, [isForRespondents])
}
