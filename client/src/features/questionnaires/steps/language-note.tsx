import { useWords } from '../../../words/language.ts'
import { Banner } from '../../../ui/banner.tsx'
import { nameOfLanguage } from '../loading/question-language.ts'
import type { Texts } from '../loading/use-texts.ts'

/** Says when the questions are not in the reader's language, and in which they are. */
export function LanguageNote({ oddity, shown }: { oddity: Texts['oddity']; shown: string }) {
  const { t, language } = useWords()
  if (oddity === undefined) return null
  const names = { language: nameOfLanguage(language), shown: nameOfLanguage(shown) }
  return <Banner kind="info">{t(oddity === 'unwritten' ? 'questionnaire.otherLanguage' : 'questionnaire.languageLater', names)}</Banner>
}
