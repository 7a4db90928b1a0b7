import { ErrorBanner } from '../../layout/error-banner.tsx'
import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '../../api/trpc.ts'
import { Page } from '../../layout/page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useOffset, useQueryText, useUrlChoice } from '../../ui/url-state.ts'
import { NothingFound } from './list-states.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import { RespondentTable } from './respondent-table.tsx'
import { useWorkshops, WorkshopChoice } from './workshop-choice.tsx'

/** /home/admin/response-overview/all: every respondent, with the figures above. */
export function AllRespondentsPage() {
  return <OverviewPage title="Admin Response Overview" shows="all" />
}

/** /home/admin/response-overview/green */
export function GreenRespondentsPage() {
  return <OverviewPage title="Green Dot Respondents" shows="green" />
}

/** /home/admin/response-overview/red */
export function RedRespondentsPage() {
  return <OverviewPage title="Red Dot Respondents" shows="red" />
}

type Shows = 'all' | 'green' | 'red'

const includes = {
  all: { includeGreen: true, includeRed: true, includeInProgress: true },
  green: { includeGreen: true, includeRed: false, includeInProgress: false },
  red: { includeGreen: false, includeRed: true, includeInProgress: false },
} as const

const emptyText: Record<Shows, string> = {
  all: 'Nobody has answered yet. As soon as registration is open and somebody answers, they stand here.',
  green: 'There is no green dot yet. Respondents become green when their answers are, or when a reviewer decides so.',
  red: 'There is no red dot. Respondents become red only when a reviewer decides so.',
}

function OverviewPage({ title, shows }: { title: string; shows: Shows }) {
  const [offset] = useOffset()
  const [query] = useQueryText()
  const [workshop] = useUrlChoice('workshop')
  const workshops = useWorkshops()
  const list = trpc.responses.getAllResponses.useQuery(
    { name: workshop, pagination: { offset, count: limits.listPageSize }, ...includes[shows], filter: { query } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Page title={title}>
      <div className="grid items-end gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_20rem]">
        <SearchBox hint="By name, the beginning of the id, whole email or whole phone number" />
        <WorkshopChoice workshops={workshops.data ?? []} value={workshop} all="All workshops" />
      </div>
      {shows === 'all' && <OverviewFigures workshop={workshop} />}
      {list.error && <ErrorBanner error={list.error} retry={() => void list.refetch()} />}
      {(list.data || !list.error) && (
        <RespondentTable
          scope="everyone"
          caption={title}
          page={list.data}
          loading={list.isPlaceholderData}
          expectedRows={limits.listPageSize}
          empty={query ? <NothingFound query={query} /> : <EmptyState text={emptyText[shows]} />}
        />
      )}
    </Page>
  )
}
