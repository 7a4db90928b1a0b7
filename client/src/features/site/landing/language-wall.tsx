import { languages } from '@portico/shared/words/languages'
import { chooseLanguage, useWords } from '../../../words/language.ts'

/** Lists every language in large type under its own name. */
export function LanguageWall() {
  const { t, language } = useWords()
  return (
    <section className="on-deep bg-deep text-on-deep">
      <div className="mx-auto grid w-full max-w-page gap-8 px-4 py-14 md:px-6 md:py-16 lg:grid-cols-[22rem_1fr] lg:gap-12">
        <div className="grid content-start gap-3">
          <h2 className="text-2xl md:text-3xl">{t('landing.languages.title')}</h2>
          <p className="text-on-deep-mute">{t('landing.languages.text')}</p>
        </div>
        <ul className="grid grid-cols-2 content-start gap-2 min-[22.5rem]:grid-cols-3 sm:grid-cols-5">
          {languages.map((one) => (
            <li key={one.code}>
              <button
                type="button"
                lang={one.code}
                dir={one.direction}
                aria-current={one.code === language || undefined}
                onClick={() => void chooseLanguage(one.code)}
                className="min-h-14 w-full cursor-pointer rounded-md border-[1.5px] border-on-deep-mute/40 px-1 hover:border-on-deep aria-[current]:border-on-deep aria-[current]:bg-on-deep aria-[current]:font-bold aria-[current]:text-deep md:text-lg"
              >
                {one.nativeName}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
