import type { Question } from '@portico/shared/contract/questionnaires'
import { needsParent } from '@portico/shared/rules/answers'
import { useRef, useState, type ReactNode } from 'react'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { useWords } from '../../../../words/language.ts'
import { todayHere } from '../../fields/fault-words.ts'

/** What somebody under 18 confirms before sending. */
interface ParentConsent {
  /** Nothing for whoever is 18. */
  readonly box: ReactNode
  /** Sends, once somebody under 18 has said that a parent agrees; before that, says what is missing. */
  send(onSend: (parentConsent?: true) => void): void
}

/** Somebody under 18, by their answers to the questions that are asked, sends nothing without a parent (shared/spec/product.md#privacy-times). */
export function useParentConsent(asked: readonly Question[], answers: Readonly<Record<string, string>>): ParentConsent {
  const { t } = useWords()
  const [given, setGiven] = useState(false)
  const [missing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const needed = needsParent(new Map(asked.map(({ identifier }) => [identifier, answers[identifier] ?? ''])), todayHere())
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
