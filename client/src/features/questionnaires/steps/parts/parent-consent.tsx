import type { Question } from '@portico/shared/contract/questionnaires'
import { needsParentConsent } from '@portico/shared/rules/answers'
import { useRef, useState, type ReactNode } from 'react'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { useWords } from '../../../../words/language.ts'
import { todayHere } from '../../fields/fault-words.ts'

/** The consent that respondents under 18 need before sending. */
interface ParentConsent {
  /** Nothing unless consent is needed. */
  readonly box: ReactNode
  /** Calls `onSend` once a respondent under 18 has confirmed that a parent agrees; until then, shows what is missing. */
  send(onSend: (parentConsent?: true) => void): void
}

/**
 * Requires the consent of a parent before sending if the respondent is under 18, according to their answers to the questions asked
 * (shared/spec/product.md#privacy-times).
 */
export function useParentConsent(asked: readonly Question[], answers: Readonly<Record<string, string>>): ParentConsent {
  const { t } = useWords()
  const [given, setGiven] = useState(false)
  const [missing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const needed = needsParentConsent(new Map(asked.map(({ identifier }) => [identifier, answers[identifier] ?? ''])), todayHere())
  return {
    box: needed && (
      <div className="rounded-md border border-line bg-raised px-4 py-2">
        <Checkbox
          ref={input}
          label={<span className="font-medium">{t('questionnaire.review.parent')}</span>}
          {...(missing && !given && { error: t('questionnaire.review.parentMissing') })}
          checked={given}
          onChange={(event) => setGiven(event.target.checked)}
        />
      </div>
    ),
    send(onSend) {
      if (!needed) return onSend()
      if (given) return onSend(true)
      setMissing(true)
      input.current?.focus()
    },
  }
}
