import type { Question } from '@portico/shared/contract/questionnaires'
import type { AnswerInfo, FlaggedAnswer } from '@portico/shared/contract/responses'
import { useId, useState } from 'react'
import { PageSkipTo } from '../../../../layout/navigation/skip-link.tsx'
import { Button } from '../../../../ui/button.tsx'
import { SkeletonBox, SkeletonLine } from '../../../../ui/feedback/skeleton.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { FlagMark } from '../../../../ui/lists/flag-mark.tsx'
import { Table, type Column } from '../../../../ui/lists/table.tsx'
import { LocalDate } from '../../../../words/local-date.tsx'
import { useQuestionTexts, type TwoLanguages } from '../../use-question-texts.ts'
import { useCase } from '../case-context.ts'
import { findAnswers, groupAnswers, type AnswerRow, type GroupName, type OpenForm } from './answer-groups.ts'
import { AnswerOverrideForm } from './answer-override-form.tsx'
import { AnswerValue, QuestionTexts } from './question-texts.tsx'
import { FormattedText } from '../../../../ui/formatted-text.tsx'

const titles: Record<GroupName, string> = {
  red: 'Red answers',
  explaining: 'Answers that explain',
  green: 'Green answers',
  other: 'Other answers',
}
const groupNames = ['red', 'explaining', 'green', 'other'] as const
// Number keys that jump to each group.
const sections: Record<GroupName, number> = { red: 4, explaining: 5, green: 6, other: 7 }

/** Shows every answer with its flag: red ones first with their follow-ups, then free text; the other groups are collapsed. */
export function AnswerSections({ info, find }: { info: AnswerInfo; find: string }) {
  const texts = useQuestionTexts(info)
  const [open, setOpen] = useState<OpenForm>()
  const [expanded, setExpanded] = useState<readonly GroupName[]>([])
  if (texts.arriving) return <AnswersArriving />
  const groups = groupAnswers(info.answerFlags.flaggedAnswers, texts, open)
  const toggle = (name: GroupName) => setExpanded((now) => (now.includes(name) ? now.filter((other) => other !== name) : [...now, name]))
  return (
    <section className="grid gap-6">
      <PageSkipTo target="red-answers">Skip to the red answers</PageSkipTo>
      <h2 className="text-lg">Answers</h2>
      {groupNames.map((name) => {
        const rows = groups[name]
        if (rows.length === 0 && name !== 'red') return null
        const isCollapsible = name === 'green' || name === 'other'
        return (
          <AnswerGroup
            key={name}
            name={name}
            all={rows.length}
            rows={findAnswers(rows, texts, find)}
            collapsed={
              isCollapsible && find === '' && !expanded.includes(name) && !rows.some(({ answer }) => answer.answerId === open?.answerId)
            }
            onToggle={isCollapsible && find === '' ? () => toggle(name) : undefined}
            table={{ info, texts, open, onOpen: setOpen }}
          />
        )
      })}
    </section>
  )
}

/** What stands for the answers until they and their questions are here, so that no button moves under a click. */
export function AnswersArriving() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <h2 className="text-lg">Answers</h2>
      <SkeletonLine width="50%" />
      <SkeletonBox height={96} />
      <SkeletonBox height={96} />
      <SkeletonBox height={96} />
    </div>
  )
}

interface AnswerGroupProps {
  name: GroupName
  all: number
  rows: readonly AnswerRow[]
  collapsed: boolean
  /** Undefined for a group that cannot be collapsed. */
  onToggle: (() => void) | undefined
  table: Omit<AnswersTableProps, 'caption' | 'rows'>
}

function AnswerGroup({ name, all, rows, collapsed, onToggle, table }: AnswerGroupProps) {
  const id = useId()
  const title = all === 0 ? `No ${titles[name].toLowerCase()}` : `${titles[name]} (${rows.length < all ? `${rows.length} of ` : ''}${all})`
  return (
    <div
      className="grid scroll-mt-16 gap-2"
      id={name === 'red' ? 'red-answers' : undefined}
      data-section={sections[name]}
      data-group={name}
      tabIndex={-1}
    >
      <h3>
        {onToggle ? (
          <button
            type="button"
            data-fold
            aria-expanded={!collapsed}
            aria-controls={id}
            onClick={onToggle}
            className="flex min-h-10 w-full cursor-pointer items-center gap-2 border-b border-line py-2 text-start font-bold"
          >
            <span className={collapsed ? '' : 'rotate-180'}>
              <Icon name="chevron-down" />
            </span>
            {title}
          </button>
        ) : (
          title
        )}
      </h3>
      {/* The header of the surrounding table is sticky, and two would overlap; on a phone the cells need the full width. */}
      <div
        id={id}
        className="max-[40rem]:[&_tbody_:is(th,td)]:block max-[40rem]:[&_tbody_th]:text-base max-[40rem]:[&_tbody_tr]:p-3 [&_thead_th]:static"
      >
        {!collapsed && rows.length > 0 && <AnswersTable {...table} caption={titles[name]} rows={rows} />}
      </div>
    </div>
  )
}

interface AnswersTableProps {
  caption: string
  rows: readonly AnswerRow[]
  info: AnswerInfo
  texts: TwoLanguages
  open: OpenForm | undefined
  onOpen: (open: OpenForm | undefined) => void
}

/** The columns Identifier, Value, Status and Actions of these answers; an override form opens below its row. */
function AnswersTable({ caption, rows, info, texts, open, onOpen }: AnswersTableProps) {
  const columns: Column<AnswerRow>[] = [
    {
      key: 'identifier',
      header: 'Identifier',
      naming: true,
      cell: ({ answer }) => <QuestionTexts identifier={answer.identifier} texts={texts} />,
    },
    { key: 'value', header: 'Value', cell: (row) => <ValueWithFollowUp row={row} texts={texts} /> },
    { key: 'status', header: 'Status', cell: ({ answer }) => <Status answer={answer} question={texts.mine(answer.identifier)} /> },
    { key: 'actions', header: 'Actions', cell: ({ answer }) => <Actions answer={answer} open={open} onOpen={onOpen} /> },
  ]
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={({ answer }) => String(answer.answerId)}
      detail={({ answer }) =>
        answer.answerId === open?.answerId
          ? {
              id: formId(answer),
              content: <AnswerOverrideForm info={info} answer={answer} flag={open.flag} onDone={() => onOpen(undefined)} />,
            }
          : undefined
      }
    />
  )
}

function ValueWithFollowUp({ row: { answer, followUp }, texts }: { row: AnswerRow; texts: TwoLanguages }) {
  if (!followUp) return <AnswerValue answer={answer} texts={texts} />
  return (
    <span className="grid gap-3">
      <AnswerValue answer={answer} texts={texts} />
      <span className="grid max-w-prose gap-1 border-s-3 border-accent ps-3">
        <span className="text-sm text-mute">
          <FormattedText text={texts.mine(followUp.identifier)?.questionText ?? followUp.identifier} />
        </span>
        <AnswerValue answer={followUp} texts={texts} />
      </span>
    </span>
  )
}

function Status({ answer, question }: { answer: FlaggedAnswer; question: Question | undefined }) {
  const { effectiveFlag, initialFlag, override, redByRules } = answer
  return (
    <span className="grid gap-1">
      <FlagMark flag={effectiveFlag} />
      {effectiveFlag === 'red' && question && <RedFlagWords question={question} />}
      {override && (
        <span className="text-sm text-mute">
          {`Was ${initialFlag}. Changed `}
          <LocalDate value={override.timestampUTC} style="moment" />
          <span className="block wrap-anywhere">“{override.reason}”</span>
        </span>
      )}
      {redByRules && (
        <span className="text-sm">
          {'Also red since '}
          <LocalDate value={redByRules.timestampUTC} style="moment" />
          <span className="block wrap-anywhere">“{redByRules.reason}”</span>
        </span>
      )}
    </span>
  )
}

interface ActionsProps {
  answer: FlaggedAnswer
  open: OpenForm | undefined
  onOpen: (open: OpenForm | undefined) => void
}

function Actions({ answer, open, onOpen }: ActionsProps) {
  const { locked } = useCase()
  if (!answer.canBeFlagged) return <span className="text-sm text-mute">This question is not a red-flag question</span>
  const expanded = open?.answerId === answer.answerId
  const flag = answer.effectiveFlag === 'red' ? 'green' : 'red'
  const label = expanded ? 'Cancel' : `Mark as ${flag}`
  return (
    <span className="whitespace-nowrap">
      <Button
        kind="secondary"
        size="small"
        aria-expanded={expanded}
        aria-controls={expanded ? formId(answer) : undefined}
        aria-label={`${label} ${answer.identifier}`}
        data-answer={answer.answerId}
        data-mark={expanded ? undefined : flag}
        disabledReason={expanded ? undefined : locked}
        onClick={() => onOpen(expanded ? undefined : { answerId: answer.answerId, flag })}
      >
        {label}
      </Button>
    </span>
  )
}

function formId(answer: FlaggedAnswer): string {
  return `answer-${answer.answerId}`
}

/** Explains why an answer is red and what to find out about it. */
function RedFlagWords({ question }: { question: Question }) {
  const { redFlagReason, redFlagGuidance, redFlagVersion } = question
  return (
    <span className="grid gap-1 text-sm">
      {redFlagReason && <span>{redFlagReason}</span>}
      {redFlagGuidance && <span className="text-mute">{redFlagGuidance}</span>}
      {redFlagVersion && <span className="text-mute">{`Rule ${redFlagVersion}`}</span>}
    </span>
  )
}
