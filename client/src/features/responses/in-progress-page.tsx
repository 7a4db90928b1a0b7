import type { RespondentEntry } from '@portico/shared/contract/responses'
import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { failureOf } from '../../api/failure.ts'
import { trpc } from '../../api/trpc.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Page } from '../../layout/page.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { useOffset, useQueryText, useUrlChoice } from '../../ui/lists/url-state.ts'
import { NobodyFiltered, NothingFound, searchHint } from './list-states.tsx'
import { NoteCalls } from './contact/note-calls.tsx'
import { queueColumns } from './queue/queue-columns.tsx'
import { QueueFilters } from './queue/queue-filters.tsx'
import { useQueue } from './queue/use-queue.ts'
import { RespondentTable } from './respondent-table.tsx'
import { nameOf } from './name-of.ts'

/** /home/admin/inprogress: lists everyone who awaits a decision, of all agencies or one; reassigns one or many to another agency. */
export function InProgressPage() {
  const [offset] = useOffset()
  const [query] = useQueryText()
  const [agency, chooseAgency] = useUrlChoice('agency')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const queue = useQueue()
  const agencies = trpc.agency.getAllAgencies.useQuery()
  const agencyId = agencies.data?.find(({ id }) => String(id) === agency)?.id
  const list = trpc.responses.getAllResponses.useQuery(
    {
      agencyId,
      pagination: { offset, count: limits.listPageSize },
      includeGreen: false,
      includeRed: false,
      includeInProgress: true,
      order: queue.order,
      reverse: queue.reverse,
      filter: { query, ...queue.filter },
    },
    { placeholderData: keepPreviousData },
  )
  const toggle = (id: string) =>
    setChosen((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])))
  const choices = (agencies.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Page title="Respondents in Progress">
      <div className="grid grid-cols-1 items-end gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_20rem]">
        <SearchBox hint={searchHint} />
        <Select
          label="Agency"
          value={agency ?? ''}
          placeholder="All agencies"
          choices={choices}
          onChange={(event) => chooseAgency(event.target.value)}
        />
      </div>
      <QueueFilters />
      {chosen.size > 0 && (
        <Reassign chosen={chosen} agencies={choices} onDone={() => setChosen(new Set())}>
          <NoteCalls chosen={chosen} onDone={() => setChosen(new Set())} />
        </Reassign>
      )}
      {list.error && <ErrorBanner error={list.error} retry={() => void list.refetch()} />}
      {(list.data || !list.error) && (
        <RespondentTable
          scope="everyone"
          caption="Respondents in progress"
          page={list.data}
          loading={list.isPlaceholderData}
          expectedRows={limits.listPageSize}
          arrange={(columns) => adminColumns(queueColumns(columns, queue), chosen, toggle)}
          empty={<EmptyQueue query={query} filtered={queue.filtered || agencyId !== undefined} />}
        />
      )}
    </Page>
  )
}

function EmptyQueue({ query, filtered }: { query: string; filtered: boolean }) {
  if (query) return <NothingFound query={query} />
  return filtered ? <NobodyFiltered /> : <EmptyState icon="check-circle" text="No one is waiting for a decision." />
}

type EntryColumn = Column<RespondentEntry>

// Everyone here is in progress, so the agency replaces the initial flag. How long they have waited tells when they answered.
function adminColumns(columns: readonly EntryColumn[], chosen: ReadonlySet<string>, toggle: (id: string) => void): EntryColumn[] {
  const choice: EntryColumn = {
    key: 'choice',
    header: 'Choose',
    headerHidden: true,
    cell: ({ respondent, respondent: { anonymousId } }) => (
      <input
        type="checkbox"
        aria-label={`Choose ${nameOf(respondent)}`}
        checked={chosen.has(anonymousId)}
        onChange={() => toggle(anonymousId)}
        className="size-6 cursor-pointer"
      />
    ),
  }
  const agency: EntryColumn = {
    key: 'agency',
    header: 'Agency',
    cell: ({ respondent }) => respondent.agency?.name ?? 'None yet',
  }
  const kept = columns.filter(({ key }) => key !== 'date')
  return [choice, ...kept.map((column) => (column.key === 'initial' ? agency : column))]
}

interface ReassignProps {
  chosen: ReadonlySet<string>
  agencies: readonly { value: string; label: string }[]
  onDone: () => void
  /** Other actions for the selected respondents. */
  children: ReactNode
}

function Reassign({ chosen, agencies, onDone, children }: ReassignProps) {
  const [agencyId, setAgencyId] = useState('')
  const utils = trpc.useUtils()
  const assign = trpc.responses.assignRespondents.useMutation()
  const save = async () => {
    try {
      const respondents = [...chosen].map((anonymousId) => ({ anonymousId }))
      const { assigned } = await assign.mutateAsync({ respondents, agencyId: Number(agencyId) })
      showToast(assigned === 1 ? '1 case was reassigned.' : `${assigned} cases were reassigned.`)
      onDone()
    } catch (error) {
      showToast(failureOf(error).message, 'warning')
    }
    await Promise.all([utils.responses.invalidate(), utils.agency.invalidate()])
  }
  return (
    <section aria-label="Chosen cases" className="flex flex-wrap items-end gap-x-4 gap-y-3 rounded-md border border-line bg-sunken p-4">
      <div className="min-w-64">
        <Select
          label={chosen.size === 1 ? 'Give 1 case to' : `Give ${chosen.size} cases to`}
          placeholder="Please select"
          value={agencyId}
          choices={agencies}
          onChange={(event) => setAgencyId(event.target.value)}
        />
      </div>
      <Button
        size="small"
        busy={assign.isPending}
        busyLabel="Assigning"
        disabledReason={agencyId === '' ? 'Choose an agency first' : undefined}
        onClick={() => void save()}
      >
        Assign
      </Button>
      {children}
      <Button kind="quiet" size="small" onClick={onDone}>
        Choose no one
      </Button>
    </section>
  )
}
