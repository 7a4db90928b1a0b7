import type { Page } from '@portico/shared/contract/paging'
import type { RespondentEntry } from '@portico/shared/contract/responses'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DisclosureButton } from '../../ui/lists/disclosure.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FlagMark } from '../../ui/lists/flag-mark.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { useOffset } from '../../ui/lists/url-state.ts'
import { LocalDate } from '../../words/local-date.tsx'
import type { ReviewScope } from './review/review-calls.ts'
import { OutcomeBanner, type Outcome } from './review/decisions/outcome.tsx'
import { useUndo } from './review/decisions/use-undo.ts'
import { CaseShortcuts } from './review/keyboard/case-shortcuts.tsx'
import { useCaseKeys } from './review/keyboard/use-case-keys.ts'
import { ReviewPanel } from './review/review-panel.tsx'
import { Contact, Identity, RemainingFlags } from './respondent-row.tsx'
import { UndoOverride } from './review/undo-override.tsx'
import { useOpenCase } from './use-open-case.ts'
import { nameOf } from './name-of.ts'

export interface RespondentTableProps {
  /** Whose respondents these are; determines the columns and the panel of an open row. */
  scope: ReviewScope
  caption: string
  page: Page<RespondentEntry> | undefined
  /** Whether another page is loading. */
  loading: boolean
  expectedRows: number
  /** Shown instead of the table when it has no rows. */
  empty: ReactNode
  /** Whether rows can be opened for a decision. */
  showActions?: boolean
  /** Renders the check-in of a row; only for lists of green dots. */
  checkIn?: (entry: RespondentEntry) => ReactNode
  /** Decisions never remove a respondent from this list; one who leaves the page has only moved to another page. */
  keepsDecided?: boolean
  /** Transforms the columns, for example to add those of a queue. */
  arrange?: (columns: readonly Column<RespondentEntry>[]) => Column<RespondentEntry>[]
}

/** The list of respondents for admins, agencies and check-in; an open row contains the review panel. */
export function RespondentTable({
  scope,
  caption,
  page,
  loading,
  expectedRows,
  empty,
  showActions = true,
  checkIn,
  keepsDecided = false,
  arrange,
}: RespondentTableProps) {
  const [outcome, setOutcome] = useState<Outcome>()
  const [decidedId, setDecidedId] = useState<string>()
  const { openId, setOpenId, rows, index, notFound } = useOpenCase(scope, page, decidedId)
  const { announceOutcome } = useUndo()
  const offset = page?.pagination.offset ?? 0
  const toggle = (id: string | undefined) => {
    setOutcome(undefined)
    setDecidedId(undefined)
    setOpenId(id === openId ? undefined : id)
  }
  // Reviewers get a toast with an offer to undo; at check-in, the banner has it.
  const decide = (decision: Outcome) => {
    if (decision.kind === 'success' && !keepsDecided) setDecidedId(decision.about)
    if (scope === 'green-dots' || decision.kind !== 'success') setOutcome(decision)
    else void announceOutcome(decision)
  }
  const ids = rows?.map(idOf) ?? []
  const keys = useCaseKeys({ ids, openId, index, open: toggle, turnPage: useAdjacentPages(page) })
  const columns = respondentColumns({ scope, offset, checkIn, toggle: showActions ? { openId, onToggle: toggle } : undefined })
  const open = rows?.find((entry) => idOf(entry) === openId)
  const isDone = openId !== undefined && openId === decidedId && !open
  const next = isDone ? (rows?.[index] ?? rows?.[0]) : undefined
  return (
    // On a phone, a card starts with the name and, at check-in, the check-in button.
    <div
      className={`grid gap-4 max-[60rem]:[&>table>tbody>tr>th]:-order-1 ${checkIn ? 'max-[60rem]:[&>table>tbody>tr>td:nth-child(4)]:-order-1' : ''}`}
    >
      {showActions && <CaseShortcuts shown={keys[0]} onShow={keys[1]} />}
      {outcome && !(open && outcome.about === openId) && (
        <OutcomeBanner
          outcome={outcome}
          action={
            outcome.undoableOverride && (
              <UndoOverride outcome={outcome} undoableOverride={outcome.undoableOverride} onOutcome={setOutcome} />
            )
          }
        />
      )}
      {scope === 'my-agency' && next && <NextCase entry={next} onOpen={() => toggle(idOf(next))} />}
      {notFound && <CaseNotFound onClose={() => toggle(undefined)} />}
      <Table
        caption={caption}
        columns={arrange ? arrange(columns) : columns}
        rows={rows}
        rowKey={idOf}
        expectedRows={expectedRows}
        stale={loading && page !== undefined}
        empty={page && page.meta.count > 0 ? <EmptyPage /> : empty}
        detail={(entry) =>
          idOf(entry) === openId
            ? {
                id: panelId(entry),
                content: (
                  <ReviewPanel scope={scope} entry={entry} outcome={outcome?.about === openId ? outcome : undefined} onOutcome={decide} />
                ),
              }
            : undefined
        }
      />
      {page?.meta.count !== 0 && <Pager page={page} loading={loading} />}
    </div>
  )
}

/** Moves focus to the next case when the decided one has left the list. */
function NextCase({ entry, onOpen }: { entry: RespondentEntry; onOpen: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={box} className="flex flex-wrap items-center gap-4 rounded-md border-s-4 border-good bg-good-soft px-4 py-3">
      <span>Decided.</span>
      <Button kind="secondary" size="small" onClick={onOpen}>
        {`Review ${nameOf(entry.respondent)} next`}
      </Button>
    </div>
  )
}

/** The URL names a case that cannot be found here; missing and foreign cases look the same. */
function CaseNotFound({ onClose }: { onClose: () => void }) {
  return (
    <Banner
      kind="warning"
      action={
        <Button kind="secondary" size="small" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="font-bold">This case is not with your agency.</p>
      <p>It may have been given to another agency since, or the address is not complete.</p>
    </Banner>
  )
}

function useAdjacentPages(page: Page<RespondentEntry> | undefined) {
  const [, setOffset] = useOffset()
  if (!page) return { next: undefined, previous: undefined }
  const { offset, batchSize, hasMore } = page.pagination
  return {
    next: hasMore ? () => setOffset(offset + batchSize) : undefined,
    previous: offset > 0 ? () => setOffset(Math.max(0, offset - batchSize)) : undefined,
  }
}

/** The last row of the last page was decided and removed, or the URL names a page that does not exist. */
function EmptyPage() {
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

interface ColumnOptions {
  scope: ReviewScope
  offset: number
  checkIn: RespondentTableProps['checkIn']
  /** Undefined if rows cannot be opened. */
  toggle: { openId: string | undefined; onToggle: (id: string) => void } | undefined
}

function respondentColumns({ scope, offset, checkIn, toggle }: ColumnOptions): Column<RespondentEntry>[] {
  const number: Column<RespondentEntry> = { key: 'number', header: '#', cell: (_, index) => offset + index + 1 }
  const openColumn = (header: string, labels: readonly [string, string]): Column<RespondentEntry>[] =>
    toggle ? [{ key: 'open', header, cell: (entry) => <OpenButton entry={entry} labels={labels} {...toggle} /> }] : []
  if (scope === 'everyone')
    return [
      number,
      { key: 'id', header: 'AnonymousId', naming: true, cell: (entry) => <Identity entry={entry} /> },
      { key: 'contact', header: 'Contact', cell: (entry) => <ContactOf entry={entry} /> },
      { key: 'date', header: 'Response Date', cell: (entry) => <DateOf entry={entry} /> },
      { key: 'initial', header: 'Initial Flag', cell: (entry) => <FlagMark flag={entry.flag.initial} /> },
      { key: 'current', header: 'Current Status', cell: (entry) => <FlagMark flag={entry.flag.current} /> },
      ...openColumn('Details', ['View', 'Hide']),
    ]
  return [
    number,
    { key: 'date', header: 'Date', cell: (entry) => <DateOf entry={entry} /> },
    { key: 'id', header: 'Anonymous Id', naming: true, cell: (entry) => <Identity entry={entry} /> },
    ...(checkIn ? [{ key: 'checkIn', header: 'Check-in', cell: checkIn }] : []),
    { key: 'contact', header: 'Contact Info', cell: (entry) => <ContactOf entry={entry} /> },
    { key: 'status', header: 'Status', cell: (entry) => <FlagMark flag={entry.flag.current} /> },
    { key: 'flags', header: 'Remaining Flags', cell: (entry) => <RemainingFlags entry={entry} /> },
    ...openColumn('Actions', ['Edit', 'Cancel Edit']),
  ]
}

/** Wide enough for most email addresses, so that the other columns shrink first. */
function ContactOf({ entry }: { entry: RespondentEntry }) {
  return (
    <div className="lg:min-w-36 xl:min-w-45">
      <Contact entry={entry} />
    </div>
  )
}

function DateOf({ entry }: { entry: RespondentEntry }) {
  return (
    <span className="xl:whitespace-nowrap">
      <LocalDate value={entry.respondent.date} />
    </span>
  )
}

interface OpenButtonProps {
  entry: RespondentEntry
  labels: readonly [string, string]
  openId: string | undefined
  onToggle: (id: string) => void
}

function OpenButton({ entry, labels, openId, onToggle }: OpenButtonProps) {
  return (
    <span className="whitespace-nowrap" data-opens={idOf(entry)}>
      <DisclosureButton
        expanded={idOf(entry) === openId}
        onToggle={() => onToggle(idOf(entry))}
        controls={panelId(entry)}
        labels={labels}
        about={nameOf(entry.respondent)}
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
