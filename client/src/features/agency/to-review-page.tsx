import { ErrorBanner } from '../../layout/error-banner.tsx'
import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { useOffset, useQueryText } from '../../ui/lists/url-state.ts'
import { NobodyFiltered, NothingFound, searchHint } from '../responses/list-states.tsx'
import { queueColumns } from '../responses/queue/queue-columns.tsx'
import { QueueFilters } from '../responses/queue/queue-filters.tsx'
import { useQueue } from '../responses/queue/use-queue.ts'
import { RespondentTable } from '../responses/respondent-table.tsx'
import { AgencyPage } from './agency-page.tsx'
import { ReviewReminder } from './review-reminder.tsx'

/** /home/agency/inprogress: lists the respondents in progress assigned to the user's agency, the most urgent first. */
export function ToReviewPage() {
  return (
    <AgencyPage title="Respondents to Review">
      {(agencyId) => (
        <>
          <ToReview agencyId={agencyId} />
          {agencyId !== undefined && (
            <div>
              <LinkButton to={paths.printWaiting(agencyId)} kind="secondary" size="small">
                Print the cases that wait
              </LinkButton>
            </div>
          )}
          <ReviewReminder />
        </>
      )}
    </AgencyPage>
  )
}

function ToReview({ agencyId }: { agencyId: number | undefined }) {
  const [offset] = useOffset()
  const [query] = useQueryText()
  const queue = useQueue()
  const list = trpc.agency.getAssignedRespondents.useQuery(
    {
      agencyId: agencyId ?? 0,
      pagination: { offset, count: limits.agencyPageSize },
      includeGreen: false,
      includeRed: false,
      includeInProgress: true,
      order: queue.order,
      reverse: queue.reverse,
      filter: { query, ...queue.filter },
    },
    { enabled: agencyId !== undefined, staleTime: limits.assignedRespondentStaleMs, placeholderData: keepPreviousData },
  )
  return (
    <>
      <SearchBox hint={searchHint} />
      <QueueFilters />
      {list.error && <ErrorBanner error={list.error} retry={() => void list.refetch()} />}
      {(list.data || !list.error) && (
        <RespondentTable
          scope="my-agency"
          caption="Respondents to review"
          page={list.data}
          loading={list.isPlaceholderData}
          expectedRows={limits.agencyPageSize}
          arrange={(columns) => queueColumns(columns, queue)}
          empty={<EmptyQueue query={query} filtered={queue.filtered} />}
        />
      )}
    </>
  )
}

function EmptyQueue({ query, filtered }: { query: string; filtered: boolean }) {
  if (query) return <NothingFound query={query} />
  return filtered ? <NobodyFiltered /> : <AllDone />
}

function AllDone() {
  return (
    <EmptyState
      icon="check-circle"
      text="No one is waiting for you. New respondents with red answers are assigned to your agency automatically."
      action={
        <LinkButton to={paths.agencyWorkshop()} kind="secondary" size="small">
          Workshop Respondents
        </LinkButton>
      }
    />
  )
}
