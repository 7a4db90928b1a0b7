import { directionOf } from '@portico/shared/words/languages'
import { useState } from 'react'
import { useWords } from '../../../../words/language.ts'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import type { DraftStep } from '../../draft/draft-record.ts'
import { nameOfLanguage } from '../../loading/question-language.ts'
import type { Texts } from '../../loading/use-texts.ts'

export interface LanguageNoteProps {
  languageFallback: Texts['languageFallback']
  /** Language in which the questions are shown. */
  shown: string
  /** Languages in which they are available. */
  languages: readonly string[]
  place: DraftStep
  /** Shows the questions in another language. */
  onRead: (language: string) => void
}

/**
 * Explains that the questions are not available in the user's language and offers the languages that are; shown only at the step where the
 * language was last changed or the questionnaire was opened.
 */
export function LanguageNote({ languageFallback, shown, languages, place, onRead }: LanguageNoteProps) {
  const { t, language } = useWords()
  const [announced, setAnnounced] = useState({ language, place })
  if (announced.language !== language) setAnnounced({ language, place })
  if (languageFallback === undefined) return null
  const names = { language: nameOfLanguage(language), shown: nameOfLanguage(shown) }
  if (languageFallback === 'notLoaded') return <Banner kind="info">{t('questionnaire.languageLater', names)}</Banner>
  if (announced.place !== place) return null
  const others = languages.filter((one) => one !== shown)
  return (
    <Banner kind="info">
      <p>{t('questionnaire.otherLanguage', names)}</p>
      {others.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4">
          {t('questionnaire.readIn')}
          {others.map((one) => (
            <button
              key={one}
              type="button"
              lang={one}
              dir={directionOf(one)}
              onClick={() => onRead(one)}
              className="link min-h-12 cursor-pointer font-medium"
            >
              {nameOfLanguage(one)}
            </button>
          ))}
        </p>
      )}
    </Banner>
  )
}
