import type { Question } from '@portico/shared/contract/questionnaires'
import type { AnswerInfo, FlaggedAnswer, RespondentEntry } from '@portico/shared/contract/responses'
import { useState } from 'react'
import { DisclosureButton } from '../../../ui/lists/disclosure.tsx'
import { FlagMark } from '../../../ui/lists/flag-mark.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { LocalDate } from '../../../words/local-date.tsx'
import { AnswerOverrideForm } from './answer-override-form.tsx'
import type { ReviewScope } from './review-calls.ts'
import type { Outcome } from './outcome.tsx'
import { AnswerValue, QuestionTexts } from './question-texts.tsx'
import { useQuestionTexts, type TwoLanguages } from '../use-question-texts.ts'

interface AnswersProps {
  scope: ReviewScope
  entry: RespondentEntry
  info: AnswerInfo
  onOutcome: (outcome: Outcome) => void
}

/** Every answer with its flag: red ones first, then those of other red-flag questions, then the rest; each in the order of the questions. */
export function AnswerSections(props: AnswersProps) {
  const { info } = props
  const texts = useQuestionTexts(info.questionnaireId, info.language)
  const answers = info.answerFlags.flaggedAnswers
  const red = answers.filter((answer) => answer.effectiveFlag === 'red')
  const groups = [
    { title: red.length === 0 ? 'No red answers' : 'Red answers', answers: red },
    { title: 'Green answers', answers: answers.filter((answer) => answer.effectiveFlag === 'green') },
    { title: 'Other answers', answers: answers.filter((answer) => answer.effectiveFlag === 'not-applicable') },
  ]
  return (
    <section className="grid gap-6">
      <h2 className="text-lg">Answers</h2>
      {groups
        .filter((group) => group.answers.length > 0 || group.answers === red)
        .map(({ title, answers: inGroup }) => (
          <div key={title} className="grid gap-2">
            <h3>{inGroup.length === 0 ? title : `${title} (${inGroup.length})`}</h3>
            {/* The head of the list around it sticks, and two would cover each other; on a phone facts need the whole width. */}
            <div className="max-[40rem]:[&_tbody_:is(th,td)]:block max-[40rem]:[&_tbody_th]:text-base max-[40rem]:[&_tbody_tr]:p-3 [&_thead_th]:static">
              {inGroup.length > 0 && <AnswersTable {...props} texts={texts} caption={title} answers={inGroup} />}
            </div>
          </div>
        ))}
    </section>
  )
}

interface AnswersTableProps extends AnswersProps {
  caption: string
  answers: readonly FlaggedAnswer[]
  texts: TwoLanguages
}

/** Identifier, Value, Status and Actions of these answers; the override form opens under its row. */
export function AnswersTable({ caption, answers, texts, ...panel }: AnswersTableProps) {
  const [openId, setOpenId] = useState<number>()
  const toggle = (answerId: number) => setOpenId(answerId === openId ? undefined : answerId)
  const columns: Column<FlaggedAnswer>[] = [
    {
      key: 'identifier',
      header: 'Identifier',
      naming: true,
      cell: (answer) => <QuestionTexts identifier={answer.identifier} texts={texts} />,
    },
    { key: 'value', header: 'Value', cell: (answer) => <AnswerValue answer={answer} texts={texts} /> },
    { key: 'status', header: 'Status', cell: (answer) => <Status answer={answer} question={texts.mine(answer.identifier)} /> },
    {
      key: 'actions',
      header: 'Actions',
      cell: (answer) => <Actions answer={answer} open={answer.answerId === openId} onToggle={toggle} />,
    },
  ]
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={answers}
      rowKey={(answer) => String(answer.answerId)}
      detail={(answer) =>
        answer.answerId === openId
          ? {
              id: formId(answer),
              content: <AnswerOverrideForm {...panel} answer={answer} onDone={() => setOpenId(undefined)} />,
            }
          : undefined
      }
    />
  )
}

function Status({ answer, question }: { answer: FlaggedAnswer; question: Question | undefined }) {
  const { effectiveFlag, initialFlag, override } = answer
  return (
    <span className="grid gap-1">
      <FlagMark flag={effectiveFlag} />
      {effectiveFlag === 'red' && question?.redFlagReason && <span className="text-sm">{question.redFlagReason}</span>}
      {override && (
        <span className="text-sm text-mute">
          {`Was ${initialFlag}. Changed `}
          <LocalDate value={override.timestampUTC} style="moment" />
          <span className="block wrap-anywhere">“{override.reason}”</span>
        </span>
      )}
    </span>
  )
}

function Actions({ answer, open, onToggle }: { answer: FlaggedAnswer; open: boolean; onToggle: (answerId: number) => void }) {
  if (!answer.canBeFlagged) return <span className="text-sm text-mute">This question is not a red-flag question</span>
  const flag = answer.effectiveFlag === 'red' ? 'green' : 'red'
  return (
    <span className="whitespace-nowrap">
      <DisclosureButton
        expanded={open}
        onToggle={() => onToggle(answer.answerId)}
        controls={formId(answer)}
        labels={[`Mark as ${flag}`, 'Cancel']}
        about={answer.identifier}
      />
    </span>
  )
}

function formId(answer: FlaggedAnswer): string {
  return `answer-${answer.answerId}`
}
