import type { Page } from '@portico/shared/contract/paging'
import type { RespondentEntry } from '@portico/shared/contract/responses'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DisclosureButton } from '../../ui/lists/disclosure.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FlagMark } from '../../ui/lists/flag-mark.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { useOffset } from '../../ui/lists/url-state.ts'
import { LocalDate } from '../../words/local-date.tsx'
import type { ReviewScope } from './review/review-calls.ts'
import { OutcomeBanner, type Outcome } from './review/outcome.tsx'
import { ReviewPanel } from './review/review-panel.tsx'
import { Contact, Identity, RemainingFlags } from './respondent-row.tsx'
import { TakeBack } from './review/take-back.tsx'

export interface RespondentTableProps {
  /** Whose respondents these are; it decides the columns and what opens under a row. */
  scope: ReviewScope
  caption: string
  page: Page<RespondentEntry> | undefined
  /** Another page is on its way. */
  loading: boolean
  expectedRows: number
  /** In place of the table when no one is in it. */
  empty: ReactNode
  /** Whether rows can be opened to decide on them. */
  showActions?: boolean
  /** The check-in of a row, on lists of green dots only. */
  checkIn?: (entry: RespondentEntry) => ReactNode
}

/** The one list of respondents: for admins, for an agency, and at check-in; under an open row is the review panel. */
export function RespondentTable({ scope, caption, page, loading, expectedRows, empty, showActions = true, checkIn }: RespondentTableProps) {
  const [openId, setOpenId] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()
  const open = page?.items.find((entry) => idOf(entry) === openId)
  const offset = page?.pagination.offset ?? 0
  const toggle = (id: string) => {
    setOutcome(undefined)
    setOpenId(id === openId ? undefined : id)
  }
  const columns = respondentColumns({ scope, offset, checkIn, toggle: showActions ? { openId, onToggle: toggle } : undefined })
  const next = page?.items.find((entry) => idOf(entry) !== outcome?.about)
  return (
    // A card on a phone begins with who it is and, at check-in, with the button that lets them in.
    <div
      className={`grid gap-4 max-[60rem]:[&>table>tbody>tr>th]:-order-1 ${checkIn ? 'max-[60rem]:[&>table>tbody>tr>td:nth-child(4)]:-order-1' : ''}`}
    >
      {outcome && !(open && outcome.about === openId) && (
        <OutcomeBanner
          outcome={outcome}
          action={
            <span className="flex flex-wrap gap-2">
              {outcome.takeBack && <TakeBack outcome={outcome} takeBack={outcome.takeBack} onOutcome={setOutcome} />}
              {scope === 'my-agency' && next && (
                <Button kind="secondary" size="small" onClick={() => toggle(idOf(next))}>
                  {`Review ${next.respondent.fullName} next`}
                </Button>
              )}
            </span>
          }
        />
      )}
      <Table
        caption={caption}
        columns={columns}
        rows={page?.items}
        rowKey={idOf}
        expectedRows={expectedRows}
        stale={loading && page !== undefined}
        empty={page && page.meta.count > 0 ? <BeyondTheEnd /> : empty}
        detail={(entry) =>
          idOf(entry) === openId
            ? {
                id: panelId(entry),
                content: (
                  <ReviewPanel
                    scope={scope}
                    entry={entry}
                    outcome={outcome?.about === openId ? outcome : undefined}
                    onOutcome={setOutcome}
                  />
                ),
              }
            : undefined
        }
      />
      {page?.meta.count !== 0 && <Pager page={page} loading={loading} />}
    </div>
  )
}

/** The last row of the last page was decided and is gone, or the address names a page that never was. */
function BeyondTheEnd() {
  const [, setOffset] = useOffset()
  return (
    <EmptyState
      text="There is no one left on this page."
      action={
        <Button kind="secondary" size="small" onClick={() => setOffset(0)}>
          Go to the first page
        </Button>
      }
    />
  )
}

interface ColumnsOf {
  scope: ReviewScope
  offset: number
  checkIn: RespondentTableProps['checkIn']
  /** Undefined where rows cannot be opened. */
  toggle: { openId: string | undefined; onToggle: (id: string) => void } | undefined
}

function respondentColumns({ scope, offset, checkIn, toggle }: ColumnsOf): Column<RespondentEntry>[] {
  const number: Column<RespondentEntry> = { key: 'number', header: '#', cell: (_, index) => offset + index + 1 }
  const opener = (header: string, labels: readonly [string, string]): Column<RespondentEntry>[] =>
    toggle ? [{ key: 'open', header, cell: (entry) => <Opener entry={entry} labels={labels} {...toggle} /> }] : []
  if (scope === 'everyone')
    return [
      number,
      { key: 'id', header: 'AnonymousId', naming: true, cell: (entry) => <Identity entry={entry} /> },
      { key: 'contact', header: 'Contact', cell: (entry) => <ContactOf entry={entry} /> },
      { key: 'date', header: 'Response Date', cell: (entry) => <DateOf entry={entry} /> },
      { key: 'initial', header: 'Initial Flag', cell: (entry) => <FlagMark flag={entry.flag.initial} /> },
      { key: 'current', header: 'Current Status', cell: (entry) => <FlagMark flag={entry.flag.current} /> },
      ...opener('Details', ['View', 'Hide']),
    ]
  return [
    number,
    { key: 'date', header: 'Date', cell: (entry) => <DateOf entry={entry} /> },
    { key: 'id', header: 'Anonymous Id', naming: true, cell: (entry) => <Identity entry={entry} /> },
    ...(checkIn ? [{ key: 'checkIn', header: 'Check-in', cell: checkIn }] : []),
    { key: 'contact', header: 'Contact Info', cell: (entry) => <ContactOf entry={entry} /> },
    { key: 'status', header: 'Status', cell: (entry) => <FlagMark flag={entry.flag.current} /> },
    { key: 'flags', header: 'Remaining Flags', cell: (entry) => <RemainingFlags entry={entry} /> },
    ...opener('Actions', ['Edit', 'Cancel Edit']),
  ]
}

/** Wide enough for most addresses, so that the columns beside it give way first. */
function ContactOf({ entry }: { entry: RespondentEntry }) {
  return (
    <div className="lg:min-w-52">
      <Contact entry={entry} />
    </div>
  )
}

function DateOf({ entry }: { entry: RespondentEntry }) {
  return (
    <span className="whitespace-nowrap">
      <LocalDate value={entry.respondent.date} />
    </span>
  )
}

interface OpenerProps {
  entry: RespondentEntry
  labels: readonly [string, string]
  openId: string | undefined
  onToggle: (id: string) => void
}

function Opener({ entry, labels, openId, onToggle }: OpenerProps) {
  return (
    <span className="whitespace-nowrap">
      <DisclosureButton
        expanded={idOf(entry) === openId}
        onToggle={() => onToggle(idOf(entry))}
        controls={panelId(entry)}
        labels={labels}
        about={entry.respondent.fullName}
      />
    </span>
  )
}

function idOf(entry: RespondentEntry): string {
  return entry.respondent.anonymousId
}

function panelId(entry: RespondentEntry): string {
  return `review-${idOf(entry)}`
}
