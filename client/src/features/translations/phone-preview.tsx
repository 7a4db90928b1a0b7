import type { Question } from '@portico/shared/contract/questionnaires'
import type { TranslationText, Translations } from '@portico/shared/contract/translations'
import { languageOf } from '@portico/shared/words/languages'
import { useId, useState } from 'react'
import { englishWords, FixedWords, wordsOf } from '../../words/language.ts'
import { langProps } from '../../words/language-text.ts'
import { QuestionField } from '../questionnaires/fields/question-field.tsx'
import { QuestionHeading } from '../questionnaires/fields/question-texts.tsx'

interface PhonePreviewProps {
  translations: Translations
  /** The text being edited; the preview shows it as it is typed. */
  text: TranslationText
  value: string
}

/** Previews the question of a text as a respondent sees it on a phone, in the target language. Stores nothing. */
export function PhonePreview({ translations, text, value }: PhonePreviewProps) {
  const id = useId()
  const [answer, setAnswer] = useState('')
  const [words, setWords] = useState(englishWords)
  const { language } = translations
  const code = languageOf(language)?.code
  // If the interface texts of the language cannot be loaded, those around the question stay in English.
  const speak = () => void (code === language && wordsOf(code).then(setWords, () => {}))
  const original = translations.questions.find(({ identifier }) => identifier === text.identifier)
  if (!original) return null
  const question = translated(original, { translations, text, value })
  return (
    <details onToggle={speak}>
      <summary className="min-h-10 cursor-pointer py-2 text-sm">On a phone</summary>
      <div className="grid max-w-88 gap-4 rounded-md border-4 border-edge bg-page p-4" {...langProps(language)}>
        {question.section && <p className="text-mute wrap-anywhere">{question.section}</p>}
        <FixedWords value={words}>
          <QuestionField
            question={{ ...question, identifier: id }}
            language={language}
            label={<QuestionHeading number={question.questionNumber} text={question.questionText} language={language} level={2} />}
            value={answer}
            error={undefined}
            disabled={false}
            onAnswer={setAnswer}
          />
        </FixedWords>
      </div>
    </details>
  )
}

const sharedKinds: readonly string[] = ['section', 'choice']

function translated(question: Question, { translations, text, value }: PhonePreviewProps): Question {
  const say = (kind: TranslationText['kind'], source: string) => {
    const found = translations.texts.find(
      (one) => one.kind === kind && one.source === source && (sharedKinds.includes(kind) || one.identifier === question.identifier),
    )
    return (found?.key === text.key ? value : found?.text) || source
  }
  return {
    ...question,
    questionText: say('text', question.questionText),
    ...(question.hint && { hint: say('hint', question.hint) }),
    ...(question.section && { section: say('section', question.section) }),
    ...(question.videoUrl && { videoUrl: say('video', question.videoUrl) }),
    ...(question.options && { options: question.options.map((option) => ({ ...option, label: say('choice', option.label) })) }),
  }
}
