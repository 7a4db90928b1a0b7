import type { RespondentOrder } from '@portico/shared/contract/respondent-order'
import type { RespondentEntry } from '@portico/shared/contract/responses'
import { isReady } from '@portico/shared/rules/queue'
import { languageOf } from '@portico/shared/words/languages'
import { Icon } from '../../../ui/icon.tsx'
import { FlagMark } from '../../../ui/lists/flag-mark.tsx'
import type { Column } from '../../../ui/lists/table.tsx'
import { localDate } from '../../../words/local-date.tsx'
import { firstName } from '../case-claim.tsx'
import { RemainingFlags } from '../respondent-row.tsx'
import { WorkshopOf } from '../workshop-choice.tsx'
import type { Queue } from './use-queue.ts'

type EntryColumn = Column<RespondentEntry>

const orderByColumn: Readonly<Record<string, RespondentOrder>> = {
  date: 'newest',
  id: 'name',
  contact: 'contact',
  flags: 'flags',
  waiting: 'waiting',
  workshop: 'workshop',
  language: 'language',
}

/** Orders that start with the newest date or the highest number of days. */
const largestFirst: readonly RespondentOrder[] = ['newest', 'waiting']

const queueCells: Readonly<Record<string, EntryColumn['cell']>> = {
  status: (entry) => <Status entry={entry} />,
  current: (entry) => <Status entry={entry} />,
  flags: (entry) => <FlagsLeft entry={entry} />,
}

const addedColumns: readonly EntryColumn[] = [
  { key: 'waiting', header: 'Waiting', cell: (entry) => <Waiting entry={entry} /> },
  { key: 'workshop', header: 'Workshop', cell: (entry) => <Workshop entry={entry} /> },
  {
    key: 'language',
    header: 'Language',
    cell: ({ respondent }) => languageOf(respondent.contactLanguage)?.englishName ?? respondent.contactLanguage,
  },
]

/** Returns sortable columns for a queue: the documented ones, with waiting time, workshop and language inserted before the last. */
export function queueColumns(columns: readonly EntryColumn[], { order, reverse, sortBy }: Queue): EntryColumn[] {
  return [...columns.slice(0, -1), ...addedColumns, ...columns.slice(-1)].map((column) => {
    const by = orderByColumn[column.key]
    const cell = queueCells[column.key] ?? column.cell
    if (!by) return { ...column, cell }
    const direction = reverse === largestFirst.includes(by) ? 'ascending' : 'descending'
    return { ...column, cell, sort: { direction: by === order ? direction : undefined, onSort: () => sortBy(by) } }
  })
}

function Status({ entry: { flag, claim } }: { entry: RespondentEntry }) {
  return (
    <span className="grid justify-items-start gap-0.5">
      <FlagMark flag={flag.current} />
      {claim && <span className="text-sm text-mute">{claim.mine ? 'You are reading this' : `${firstName(claim.by)} is reading this`}</span>}
    </span>
  )
}

function FlagsLeft({ entry }: { entry: RespondentEntry }) {
  return (
    <span className="grid justify-items-start gap-0.5">
      <RemainingFlags entry={entry} />
      {isReady(entry.flag) && <span className="text-sm font-medium text-good">Ready to decide</span>}
    </span>
  )
}

const levels = {
  'in-time': { className: '', lateText: '' },
  amber: { className: 'rounded-sm bg-wait-soft px-2 py-0.5 font-medium text-wait', lateText: 'late' },
  red: { className: 'rounded-sm bg-stop-soft px-2 py-0.5 font-bold text-stop', lateText: 'very late' },
} as const

function Waiting({ entry: { waiting } }: { entry: RespondentEntry }) {
  if (!waiting) return <span className="text-mute">–</span>
  const { className, lateText } = levels[waiting.level]
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${className}`} title="Business days since the response arrived">
      {lateText && <Icon name={waiting.level === 'red' ? 'warning' : 'clock'} size={16} label={lateText} />}
      {waiting.businessDays === 1 ? '1 day' : `${waiting.businessDays} days`}
    </span>
  )
}

function Workshop({ entry: { respondent } }: { entry: RespondentEntry }) {
  return (
    <span className="grid">
      <span className="xl:whitespace-nowrap">{respondent.workshopDate ? localDate(respondent.workshopDate, 'en') : 'No date yet'}</span>
      <span className="text-sm text-mute">
        <WorkshopOf respondent={respondent} />
      </span>
    </span>
  )
}
