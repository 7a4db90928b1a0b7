import type { Question } from '@portico/shared/contract/questionnaires'
import type { AnswerTest } from '@portico/shared/contract/conditions'
import { takesAnswer } from '@portico/shared/words/question-types'
import { directionOf, languageOf } from '@portico/shared/words/languages'
import { useState } from 'react'
import type { RouterOutputs } from '../../api/trpc.ts'
import { Select } from '../../ui/fields/select.tsx'
import { FlagMark } from '../../ui/lists/flag-mark.tsx'
import { UploadWarnings } from './upload-problems.tsx'
import { FormattedText } from '../../ui/formatted-text.tsx'

export type Checked = RouterOutputs['questionnaires']['checkFiles']

/** The questionnaire as it would be, in each of its languages; nothing of it is stored. */
export function UploadPreview({ checked }: { checked: Checked }) {
  const [language, setLanguage] = useState(checked.questionnaires[0]?.language ?? '')
  const shown = checked.questionnaires.find((one) => one.language === language) ?? checked.questionnaires[0]
  if (!shown) return null
  return (
    <section className="grid gap-6" aria-label="Preview">
      <div className="grid gap-2">
        <h2 className="text-xl wrap-anywhere">{`Preview of ${shown.name}`}</h2>
        {shown.title && (
          <p className="text-lg font-bold wrap-anywhere">
            <bdi lang={shown.language}>{shown.title}</bdi>
          </p>
        )}
        <p className="text-mute">{`${countsText(shown.questions)} in ${languagesText(checked.questionnaires.length)}. Nothing is stored yet.`}</p>
      </div>
      <UploadWarnings warnings={checked.warnings} />
      <div className="max-w-narrow">
        <Select
          label="Language"
          value={shown.language}
          choices={checked.questionnaires.map((one) => ({ value: one.language, label: languageName(one.language) }))}
          onChange={(event) => setLanguage(event.target.value)}
        />
      </div>
      <div className="relative grid max-h-[40rem] overflow-y-auto" tabIndex={0}>
        <PreviewedQuestions {...shown} />
      </div>
    </section>
  )
}

/** All questions in one language as their author wrote them, with when they are asked and why an answer is red. */
export function PreviewedQuestions({ language, questions }: { language: string; questions: readonly Question[] }) {
  return (
    <ol lang={language} dir={directionOf(language)} className="grid rounded-md border border-line bg-raised px-4">
      {questions.map((question) => (
        <PreviewedQuestion key={question.identifier} question={question} />
      ))}
    </ol>
  )
}

/** '61 questions and 14 follow-ups': what people may be asked; notes, videos and calculations are not counted. */
function countsText(questions: readonly Question[]): string {
  const asking = questions.filter(({ questionType }) => takesAnswer(questionType))
  const followUps = asking.filter(({ followUp }) => followUp).length
  const alone = asking.length - followUps
  const counted = [alone === 1 ? '1 question' : `${alone} questions`]
  if (followUps > 0) counted.push(followUps === 1 ? '1 follow-up' : `${followUps} follow-ups`)
  return counted.join(' and ')
}

function languagesText(count: number): string {
  return count === 1 ? '1 language' : `${count} languages`
}

/** 'Spanish (Español)', or the tag of a language that Portico does not speak itself. */
export function languageName(tag: string): string {
  const language = languageOf(tag)
  if (!language) return tag
  return language.englishName === language.nativeName ? language.englishName : `${language.englishName} (${language.nativeName})`
}

function testText({ identifier, op, value, not }: AnswerTest): string {
  return `${not ? 'not ' : ''}${identifier} ${op} ${valueText(value)}`
}

function valueText(value: AnswerTest['value']): string {
  if (value === '') return 'unanswered'
  if (typeof value !== 'object') return String(value)
  if ('answerTo' in value) return value.answerTo
  return value.todayPlus === 0 ? 'today' : `today and ${value.todayPlus} days`
}

/** A question with its context, as people who write questionnaires see it. */
export function PreviewedQuestion({ question }: { question: Question }) {
  return (
    <li className="grid gap-1.5 border-b border-line py-4 last:border-0">
      <p className="flex flex-wrap gap-x-2 text-sm text-mute" lang="en" dir="ltr">
        <code className="wrap-anywhere">{question.identifier}</code>
        <span>{question.questionType}</span>
        <span>{question.required ? 'required' : 'optional'}</span>
        {question.section && <span className="wrap-anywhere">{question.section}</span>}
      </p>
      <p className="font-bold wrap-anywhere whitespace-pre-line">
        {question.questionNumber && <span className="text-mute">{question.questionNumber}. </span>}
        <FormattedText text={question.questionText} />
      </p>
      {question.hint && (
        <p className="text-mute">
          <FormattedText text={question.hint} />
        </p>
      )}
      {question.options && (
        <ul className="flex flex-wrap gap-2">
          {question.options.slice(0, 12).map((option) => (
            <li key={option.value} className="rounded-sm border border-line px-2 py-0.5 text-sm">
              {option.label}
            </li>
          ))}
          {question.options.length > 12 && <li className="text-sm text-mute" lang="en">{`and ${question.options.length - 12} more`}</li>}
        </ul>
      )}
      {question.followUp && (
        <p className="text-sm text-mute" lang="en" dir="ltr">
          {`Asks ${question.followUp.identifier} when the answer is ${question.followUp.showWhen.join(' or ')}`}
        </p>
      )}
      {question.askedWhen && (
        <p className="text-sm wrap-anywhere text-mute" lang="en" dir="ltr">
          {`Asked only when ${question.askedWhen.map((tests) => tests.map(testText).join(' and ')).join(', or ')}`}
        </p>
      )}
      {question.redFlagReason && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm" lang="en" dir="ltr">
          <FlagMark flag="red" size={16} wordHidden />
          <bdi>{question.redFlagReason}</bdi>
        </p>
      )}
    </li>
  )
}
