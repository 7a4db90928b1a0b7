import { useEffect, type ReactNode } from 'react'
import { failureOf } from '../../api/failure.ts'
import { session } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Page } from '../../layout/page.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonLine } from '../../ui/feedback/skeleton.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { useUrlChoice } from '../../ui/lists/url-state.ts'

/**
 * A page about one of the user's agencies: the one in the URL, else the first. Passes its id to `children` once it is known. Signs out a
 * user who may not list their agencies (shared/spec/product.md#roles).
 */
export function AgencyPage({ title, children }: { title: string; children: (agencyId: number | undefined) => ReactNode }) {
  const agencies = trpc.agency.getMyAgencyList.useQuery()
  const refusal = agencies.error ? failureOf(agencies.error).id : undefined
  useEffect(() => {
    if (refusal === 'FORBIDDEN' || refusal === 'UNAUTHENTICATED') void session.signOut()
  }, [refusal])
  const [chosen, choose] = useUrlChoice('agency')
  const agency = agencies.data?.find(({ id }) => String(id) === chosen) ?? agencies.data?.[0]
  return (
    <Page title={title} subtitle={agencies.isPending ? <SkeletonLine width="16rem" /> : agency && `Agency: ${agency.name}`}>
      {agencies.error && <ErrorBanner error={agencies.error} retry={() => void agencies.refetch()} />}
      {agencies.data?.length === 0 && <EmptyState text="You are not a member of any agency yet." />}
      {agency && agencies.data && agencies.data.length > 1 && (
        <div className="max-w-80">
          <Select
            label="Agency"
            value={String(agency.id)}
            choices={agencies.data.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => choose(event.target.value)}
          />
        </div>
      )}
      {(agency || agencies.isPending) && children(agency?.id)}
    </Page>
  )
}
