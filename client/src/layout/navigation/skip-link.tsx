import { useWords } from '../../words/language.ts'

/** The first thing the keyboard reaches: past the navigation. */
export function SkipLink() {
  const { t } = useWords()
  return (
    <a
      href="#content"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('content')?.focus()
      }}
      className="sr-only rounded-md bg-ink px-4 py-3 font-bold text-on-ink focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50"
    >
      {t('nav.skip')}
    </a>
  )
}
