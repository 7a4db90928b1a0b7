import { ErrorBanner } from '../../layout/error-banner.tsx'
import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '../../api/trpc.ts'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { SkeletonLine } from '../../ui/feedback/skeleton.tsx'
import { useOffset, useQueryText } from '../../ui/lists/url-state.ts'
import { NothingFound } from '../responses/list-states.tsx'
import { RespondentTable } from '../responses/respondent-table.tsx'

/** /home/agency/inprogress: the respondents in progress that are assigned to one's first agency. */
export function ToReviewPage() {
  const agencies = trpc.agency.getMyAgencyList.useQuery()
  const agency = agencies.data?.[0]
  return (
    <Page title="Respondents to Review" subtitle={agencies.isPending ? <SkeletonLine width="16rem" /> : agency && `Agency: ${agency.name}`}>
      {agencies.error && <ErrorBanner error={agencies.error} retry={() => void agencies.refetch()} />}
      {agencies.data?.length === 0 && <EmptyState text="You are not a member of any agency yet." />}
      {(agency || agencies.isPending) && <ToReview agencyId={agency?.id} />}
    </Page>
  )
}

function ToReview({ agencyId }: { agencyId: number | undefined }) {
  const [offset] = useOffset()
  const [query] = useQueryText()
  const list = trpc.agency.getAssignedRespondents.useQuery(
    {
      agencyId: agencyId ?? 0,
      pagination: { offset, count: limits.agencyPageSize },
      includeGreen: false,
      includeRed: false,
      includeInProgress: true,
      filter: { query },
    },
    { enabled: agencyId !== undefined, staleTime: limits.assignedRespondentStaleMs, placeholderData: keepPreviousData },
  )
  return (
    <>
      <SearchBox hint="Name, first characters of the ID, full email or full phone number" />
      {list.error && <ErrorBanner error={list.error} retry={() => void list.refetch()} />}
      {(list.data || !list.error) && (
        <RespondentTable
          scope="my-agency"
          caption="Respondents to review"
          page={list.data}
          loading={list.isPlaceholderData}
          expectedRows={limits.agencyPageSize}
          empty={query ? <NothingFound query={query} /> : <AllDone />}
        />
      )}
    </>
  )
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
