import { ErrorBanner } from '../../layout/error-banner.tsx'
import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '../../api/trpc.ts'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { useOffset, useQueryText, useUrlChoice } from '../../ui/lists/url-state.ts'
import { NothingFound, searchHint } from './list-states.tsx'
import { OverviewFigures } from './figures/overview-figures.tsx'
import { RespondentTable } from './respondent-table.tsx'
import { useWorkshops } from '../../layout/workshops/use-workshops.ts'
import { WorkshopChoice } from './workshop-choice.tsx'

/** /home/admin/response-overview/all: lists every respondent, with figures above. */
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

type ShownFlags = 'all' | 'green' | 'red'

const includes = {
  all: { includeGreen: true, includeRed: true, includeInProgress: true },
  green: { includeGreen: true, includeRed: false, includeInProgress: false },
  red: { includeGreen: false, includeRed: true, includeInProgress: false },
} as const

const emptyText: Record<ShownFlags, string> = {
  all: 'No responses yet. Respondents appear here once registration is open and someone answers.',
  green: 'No green dots yet. Respondents turn green when all their answers are green or a reviewer marks them green.',
  red: 'No red dots. A respondent turns red only when a reviewer marks them red.',
}

function OverviewPage({ title, shows }: { title: string; shows: ShownFlags }) {
  const [offset] = useOffset()
  const [query] = useQueryText()
  const [workshop] = useUrlChoice('workshop')
  const workshops = useWorkshops()
  const list = trpc.responses.getAllResponses.useQuery(
    { name: workshop, pagination: { offset, count: limits.listPageSize }, ...includes[shows], filter: { query } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Page
      title={title}
      actions={
        shows === 'all' && (
          <LinkButton to={paths.setAside()} kind="secondary" size="small">
            Withdrawn and merged
          </LinkButton>
        )
      }
    >
      <div className="grid grid-cols-1 items-end gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_20rem]">
        <SearchBox hint={searchHint} />
        <WorkshopChoice workshops={workshops.data ?? []} value={workshop} all="All workshops" />
      </div>
      {/* Hidden during a search, so that the results are in view. */}
      {shows === 'all' && !query && <OverviewFigures workshop={workshop} />}
      {list.error && <ErrorBanner error={list.error} retry={() => void list.refetch()} />}
      {(list.data || !list.error) && (
        <RespondentTable
          scope="everyone"
          caption={title}
          page={list.data}
          loading={list.isPlaceholderData}
          expectedRows={limits.listPageSize}
          keepsDecided={shows === 'all'}
          empty={query ? <NothingFound query={query} /> : <EmptyState text={emptyText[shows]} />}
        />
      )}
    </Page>
  )
}
