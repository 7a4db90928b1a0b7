import type { Question } from '@portico/shared/contract/questionnaires'
import type { FlaggedAnswer } from '@portico/shared/contract/responses'
import { directionOf } from '@portico/shared/words/languages'
import { chosenIn, questionTypeFacts } from '@portico/shared/words/question-types'
import { LocalDate } from '../../../../words/local-date.tsx'
import type { TwoLanguages } from '../../use-question-texts.ts'
import { FormattedText } from '../../../../ui/formatted-text.tsx'

/** Shows a question in the reviewer's language, in the respondent's below it, and the identifier. */
export function QuestionTexts({ identifier, texts }: { identifier: string; texts: TwoLanguages }) {
  const mine = texts.mine(identifier)
  const theirs = texts.theirLanguage === undefined ? undefined : texts.theirs(identifier)
  return (
    <span className="grid gap-1 font-normal">
      {mine && (
        <span lang={texts.myLanguage} dir={directionOf(texts.myLanguage)} className="block whitespace-pre-line">
          {mine.questionNumber && <span className="text-mute">{mine.questionNumber}. </span>}
          <FormattedText text={mine.questionText} />
        </span>
      )}
      {theirs && <InTheirLanguage text={theirs.questionText} language={texts.theirLanguage} />}
      <code className="block text-xs wrap-anywhere text-mute" translate="no">
        {identifier}
      </code>
    </span>
  )
}

/** Shows an answer: a choice by its label in both languages, a date in local format, text as written. */
export function AnswerValue({ answer, texts }: { answer: FlaggedAnswer; texts: TwoLanguages }) {
  const { identifier, originalValue } = answer
  const question = texts.mine(identifier)
  if (originalValue === '') return <span className="text-mute italic">{answer.asked ? 'No answer given' : 'Not asked'}</span>
  switch (question && questionTypeFacts[question.questionType].answer) {
    case 'choice':
      return <ChosenAnswer identifier={identifier} value={originalValue} texts={texts} />
    case 'choices':
      return (
        <span className="grid gap-2">
          {chosenIn('checkboxes', originalValue).map((value) => (
            <ChosenAnswer key={value} identifier={identifier} value={value} texts={texts} />
          ))}
        </span>
      )
    case 'date':
      return <LocalDate value={originalValue} />
    case 'time':
      return <LocalDate value={`2000-01-01T${originalValue}`} style="time" />
    case 'text':
    case 'number':
    case 'acknowledgement':
    case 'calculated':
    case 'none':
    case undefined:
      return (
        <span className="block wrap-anywhere whitespace-pre-line">
          <bdi>{originalValue}</bdi>
        </span>
      )
  }
}

function ChosenAnswer({ identifier, value, texts }: { identifier: string; value: string; texts: TwoLanguages }) {
  const label = labelOf(texts.mine(identifier), value)
  const theirs = texts.theirLanguage === undefined ? undefined : labelOf(texts.theirs(identifier), value)
  return (
    <span className="grid gap-1 lg:min-w-28">
      <span lang={texts.myLanguage} dir={directionOf(texts.myLanguage)} className="wrap-anywhere">
        {label ?? value}
      </span>
      {theirs && theirs !== label && <InTheirLanguage text={theirs} language={texts.theirLanguage} />}
    </span>
  )
}

function InTheirLanguage({ text, language }: { text: string; language: string | undefined }) {
  return (
    <span lang={language} dir={language && directionOf(language)} className="block text-start text-sm whitespace-pre-line text-mute">
      <FormattedText text={text} />
    </span>
  )
}

function labelOf(question: Question | undefined, value: string): string | undefined {
  return question?.options?.find((option) => option.value === value)?.label
}
