import type { Question } from '@portico/shared/contract/questionnaires'
import { useEffect } from 'react'
import { useWords } from '../../../words/language.ts'
import { readOut, stopReading, useReading, useVoice } from './voice.ts'
import { unformatted } from '@portico/shared/words/formatted-text'

/** Reads a question aloud with its hint and choices, using a local voice so that nothing leaves the device. Hidden without such a voice. */
export function ReadAloud({ question, language }: { question: Question; language: string }) {
  const { t } = useWords()
  const voice = useVoice(language)
  const isReading = useReading() === question.identifier
  useEffect(() => stopReading, [question.identifier])
  if (!voice) return null
  const { identifier, questionText, hint, options = [] } = question
  const texts = [questionText, hint ?? '', ...options.map((option) => option.label)].map(unformatted).filter(Boolean)
  const label = t(isReading ? 'questionnaire.stopReading' : 'questionnaire.readAloud')
  return (
    <div className="no-print">
      <button
        type="button"
        aria-label={`${label}: ${unformatted(questionText)}`}
        onClick={() => (isReading ? stopReading() : readOut(identifier, texts, voice))}
        className="-ms-2 inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-md px-2 text-ink underline-offset-4 hover:underline"
      >
        <Speaker sounding={!isReading} />
        {label}
      </button>
    </div>
  )
}

function Speaker({ sounding }: { sounding: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
      className="turns"
    >
      <path d={sounding ? 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15 9.5a4 4 0 0 1 0 5M17.5 7a7.5 7.5 0 0 1 0 10' : 'M7 7h10v10H7Z'} />
    </svg>
  )
}
