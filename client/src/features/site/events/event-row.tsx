import { clockTimes } from '@portico/shared/words/clock-times'
import { directionOf, languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { Link } from 'wouter'
import { buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { chooseLanguage, useWords } from '../../../words/language.ts'
import { LocalDate } from '../../../words/local-date.tsx'

/** An event as displayed, regardless of its source. */
export interface ShownEvent {
  readonly id: string
  readonly name: string
  /** YYYY-MM-DD; null if not known yet. */
  readonly date: string | null
  /** Both `HH:MM`, on that day. */
  readonly time: { readonly start: string; readonly end: string | null } | null
  readonly address: { readonly line1: string; readonly city: string } | null
  /** Languages of the questionnaire. */
  readonly languages: readonly string[]
  readonly to: string
  /** Language of the name and of the registration; the reader's if undefined. */
  readonly language?: LanguageCode | undefined
  readonly organization?: { readonly name: string; readonly logoUrl: string } | undefined
}

/** An event with its date, place and languages, and a link to register. */
export function EventRow({ event }: { event: ShownEvent }) {
  const { t, language: reader } = useWords()
  const { name, date, time, address, languages, to, language, organization } = event
  return (
    <li className="grid gap-x-8 gap-y-4 border-b border-line py-6 md:grid-cols-[9rem_1fr_auto] md:items-center">
      <p className="font-bold md:text-lg">
        {date ? <LocalDate value={date} /> : t('events.dateLater')}
        {time && <span className="block font-normal md:text-base">{clockTimes(time, reader, 'latn')}</span>}
      </p>
      <div className="grid gap-1.5">
        <h2 className="text-xl wrap-anywhere">
          <bdi lang={language} dir={language && directionOf(language)}>
            {name}
          </bdi>
        </h2>
        {language && <p>{t('events.questions')}</p>}
        {address && (
          <p className="flex items-center gap-2">
            <Icon name="map-pin" />
            <bdi>
              {address.line1}, {address.city}
            </bdi>
          </p>
        )}
        {languages.length > 0 && (
          <p className="flex flex-wrap items-center gap-x-3 text-mute">
            <Icon name="globe" />
            <span className="sr-only">{t('events.languages')}</span>
            {languages.map((code) => (
              <bdi key={code} lang={code}>
                {languageOf(code)?.nativeName ?? code}
              </bdi>
            ))}
          </p>
        )}
        {organization && (
          <p className="flex items-center gap-2 text-sm text-mute">
            <img src={organization.logoUrl} alt="" width={20} height={20} />
            {t('events.by', { organization: organization.name })}
          </p>
        )}
      </div>
      <Link
        href={to}
        onClick={() => language && void chooseLanguage(language)}
        className={`${buttonClass('primary', 'large', false)} no-underline max-md:justify-self-start`}
      >
        <span aria-hidden="true">{t('events.register')}</span>
        <span className="sr-only">{t('events.registerFor', { title: name })}</span>
      </Link>
    </li>
  )
}
