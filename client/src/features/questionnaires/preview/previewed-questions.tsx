import type { AnswerTest } from '@portico/shared/contract/conditions'
import type { Question } from '@portico/shared/contract/questionnaires'
import { directionOf } from '@portico/shared/words/languages'
import type { RestOutput } from '../../../api/rest.ts'
import { FormattedText } from '../../../ui/formatted-text.tsx'
import { FlagMark } from '../../../ui/lists/flag-mark.tsx'

/** The answers to a question that are red. */
type RedRule = RestOutput<'questionnaires/checkFiles'>['redRules'][number]

interface PreviewedQuestionsProps {
  language: string
  questions: readonly Question[]
  /** Rules for red answers, if they are to be shown. */
  redRules?: readonly RedRule[]
}

/** Lists all questions in one language as written by their author, with their conditions and red-flag reasons. */
export function PreviewedQuestions({ language, questions, redRules = [] }: PreviewedQuestionsProps) {
  const rules = new Map(redRules.map((rule) => [rule.identifier, rule]))
  return (
    <ol lang={language} dir={directionOf(language)} className="grid rounded-md border border-line bg-raised px-4">
      {questions.map((question) => (
        <PreviewedQuestion key={question.identifier} question={question} redRule={rules.get(question.identifier)} />
      ))}
    </ol>
  )
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

/** A question with its context, for questionnaire authors. */
export function PreviewedQuestion({ question, redRule }: { question: Question; redRule?: RedRule | undefined }) {
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
      {question.options && <Options options={question.options} red={redRule?.choices ?? []} />}
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
      <RedWords question={question} redRule={redRule} />
    </li>
  )
}

const optionsShown = 12

/** Shows the first choices and every red one. */
function Options({ options, red }: { options: NonNullable<Question['options']>; red: readonly string[] }) {
  const shown = options.filter(({ value }, index) => index < optionsShown || red.includes(value))
  return (
    <ul className="flex flex-wrap gap-2">
      {shown.map(({ value, label }) => (
        <li
          key={value}
          className={`inline-flex items-center gap-1.5 rounded-sm border px-2 py-0.5 text-sm ${red.includes(value) ? 'border-stop bg-stop-soft' : 'border-line'}`}
        >
          {red.includes(value) && <FlagMark flag="red" size={14} wordHidden />}
          {label}
        </li>
      ))}
      {shown.length < options.length && <li className="text-sm text-mute" lang="en">{`and ${options.length - shown.length} more`}</li>}
    </ul>
  )
}

/** Shows when an answer is red, why, and what the reviewer should find out. */
function RedWords({ question: { redFlagReason, redFlagGuidance }, redRule }: { question: Question; redRule: RedRule | undefined }) {
  if (!redFlagReason && !redFlagGuidance && !redRule) return null
  return (
    <div className="grid gap-1 text-sm" lang="en" dir="ltr">
      <p className="flex flex-wrap items-center gap-x-2">
        <FlagMark flag="red" size={16} wordHidden />
        {redRule && redRule.choices.length === 0 && <code className="wrap-anywhere">{redRule.rule}</code>}
        <bdi>{redFlagReason}</bdi>
      </p>
      {redFlagGuidance && <p className="text-mute">{`To find out: ${redFlagGuidance}`}</p>}
    </div>
  )
}
