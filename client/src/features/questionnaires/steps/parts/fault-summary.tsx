import { useEffect, useEffectEvent } from 'react'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { useWords } from '../../../../words/language.ts'
import { fieldId } from '../../fields/question-field.tsx'

export interface ListedFault {
  readonly identifier: string
  /** What the question is called here. */
  readonly question: string
  readonly message: string
}

export interface FaultSummaryProps {
  listed: readonly ListedFault[]
  /** The language that the questions are written in. */
  language: string
  /** When the question is not on this page. */
  onGo?: (identifier: string) => void
}

/** What a failed Continue or Send has found, each a link to its question. */
export function FaultSummary({ listed, language, onGo }: FaultSummaryProps) {
  const { t } = useWords()
  if (listed.length === 0) return null
  return (
    <Banner kind="error">
      <p className="font-bold">{t('errors.summary', { count: listed.length })}</p>
      <ul className="grid">
        {listed.map(({ identifier, question, message }) => (
          <li key={identifier}>
            <a
              href={`#${fieldId(identifier)}`}
              className="link inline-block py-1"
              onClick={(event) => {
                event.preventDefault()
                if (onGo) onGo(identifier)
                else focusField(identifier)
              }}
            >
              <bdi lang={language}>{question}</bdi> {message}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** After each failure the keyboard is at the first question that is wrong. */
export function useFirstFault(failures: number, first: string | undefined): void {
  const go = useEffectEvent(() => {
    if (first !== undefined) focusField(first)
  })
  // Only a further failure moves the focus; what is answered afterwards must not.
  useEffect(() => {
    if (failures > 0) go()
  }, [failures])
}

function focusField(identifier: string): void {
  const field = document.getElementById(fieldId(identifier))
  const control = field?.querySelector<HTMLElement>('input, select, textarea, a, button') ?? field
  control?.focus({ preventScroll: true })
  field?.scrollIntoView?.({ block: 'center', behavior: 'instant' })
}
