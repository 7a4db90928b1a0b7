import { useEffect, useEffectEvent } from 'react'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { useWords } from '../../../../words/language.ts'
import { fieldId } from '../../fields/question-field.tsx'

export interface ListedFault {
  readonly identifier: string
  /** Label of the question. */
  readonly question: string
  readonly message: string
}

export interface FaultSummaryProps {
  listed: readonly ListedFault[]
  /** Language of the questions. */
  language: string
  /** For questions that are not on this page. */
  onGo?: (identifier: string) => void
}

/** Lists the faults found by a failed Continue or Send, each linked to its question. */
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

/** Focuses the first invalid question after each failure. */
export function useFirstFault(failures: number, first: string | undefined): void {
  const go = useEffectEvent(() => {
    if (first !== undefined) focusField(first)
  })
  // Only a new failure moves focus; answering afterwards must not.
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
