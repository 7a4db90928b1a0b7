import { directionOf } from '@portico/shared/words/languages'
import type { ReactNode } from 'react'
import { FormattedText } from '../../../ui/formatted-text.tsx'

/** A text of the questionnaire in its own language and direction, independent of the page. */
export function QuestionnaireText({ language, children }: { language: string; children: ReactNode }) {
  return (
    <span lang={language} dir={directionOf(language)} className="block whitespace-pre-line wrap-anywhere">
      {typeof children === 'string' ? <FormattedText text={children} /> : children}
    </span>
  )
}

/** The text of a question as a heading that may be inside a label or legend. */
export function QuestionHeading(props: { number: string; text: string; language: string; level: 1 | 2 | 3 }) {
  const { number, text, language, level } = props
  return (
    <span
      role="heading"
      aria-level={level}
      lang={language}
      dir={directionOf(language)}
      className={`block leading-tight font-medium text-pretty whitespace-pre-line wrap-anywhere ${level === 1 ? 'text-xl md:text-2xl' : 'text-lg'}`}
    >
      {number && <span className="tabular font-normal text-mute">{number}. </span>}
      <FormattedText text={text} />
    </span>
  )
}
