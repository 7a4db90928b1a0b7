import { createPortal } from 'react-dom'
import { useWords } from '../../words/language.ts'

/** The first focusable links: past the navigation, and to what is open on the page. */
export function SkipLinks() {
  const { t } = useWords()
  return (
    <>
      <SkipTo target="content">{t('nav.skip')}</SkipTo>
      {/* Pages render their own skip links here. */}
      <div id="skip-links" />
    </>
  )
}

/** A skip link of a page: follows the skip link to the content. */
export function PageSkipTo(props: { target: string; children: string }) {
  const place = document.getElementById('skip-links')
  return place && createPortal(<SkipTo {...props} />, place)
}

/** A link to the element with this id, visible only on keyboard focus. */
function SkipTo({ target, children }: { target: string; children: string }) {
  return (
    <a
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault()
        const element = document.getElementById(target)
        element?.focus({ preventScroll: true })
        element?.scrollIntoView({ block: 'start', behavior: 'instant' })
      }}
      className="sr-only rounded-md bg-ink px-4 py-3 font-bold text-on-ink focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50"
    >
      {children}
    </a>
  )
}
