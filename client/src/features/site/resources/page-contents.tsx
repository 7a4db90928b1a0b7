import { pictureLanguages } from '../../../content/help-pictures.ts'
import { useWords } from '../../../words/language.ts'

const parts = ['records', 'courts', 'agencies', 'help'] as const

/** Table of contents; on a wide screen it stays in view beside the sections. */
export function PageContents() {
  const { t } = useWords()
  return (
    <nav aria-labelledby="contents" className="no-print self-start lg:sticky lg:top-8">
      <p id="contents" className="pb-2 font-bold text-mute">
        {t('resources.onThisPage')}
      </p>
      <ul className="border-s-2 border-line">
        {parts.map((part) => (
          <li key={part}>
            <a href={`#${part}`} className="flex min-h-11 items-center ps-4 no-underline hover:underline">
              {t(`resources.${part}.title`)}
            </a>
          </li>
        ))}
        {pictureLanguages.map(({ code, nativeName }) => (
          <li key={code}>
            <a href={`#help-${code}`} lang={code} className="flex min-h-11 items-center ps-8 no-underline hover:underline">
              {nativeName}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
