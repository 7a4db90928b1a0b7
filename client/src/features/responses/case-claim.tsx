import type { CaseClaim } from '@portico/shared/contract/cases'
import { limits } from '@portico/shared/words/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'

interface CaseClaimState {
  /** The claim of another reviewer who has the case open. */
  readonly otherClaim: CaseClaim | undefined
  readonly takeOver: () => Promise<void>
}

/**
 * Claims a case for as long as it is shown, and returns who else has claimed it. Best effort: the case works the same if claiming fails.
 */
export function useCaseClaim(anonymousId: string): CaseClaimState {
  const { client } = trpc.useUtils()
  const cache = useQueryClient()
  const respondent = { anonymousId }
  const key = ['case claim', anonymousId]
  const claim = useQuery({
    queryKey: key,
    queryFn: () => client.agency.claimCase.mutate({ respondent }),
    refetchInterval: limits.caseClaimRenewMs,
    gcTime: 0,
    retry: false,
  })
  useEffect(
    () => () => void client.agency.releaseCase.mutate({ respondent: { anonymousId } }).catch(() => undefined),
    [client, anonymousId],
  )
  const takeOver = async () => {
    cache.setQueryData(key, await client.agency.claimCase.mutate({ respondent, takeOver: true }))
  }
  return { otherClaim: claim.data && !claim.data.mine ? claim.data : undefined, takeOver }
}

/** Shows who else is reading an open case, and offers to take it over. */
export function ClaimNotice({ anonymousId }: { anonymousId: string }) {
  const { otherClaim, takeOver } = useCaseClaim(anonymousId)
  if (!otherClaim) return null
  return (
    <Banner
      kind="info"
      action={
        <Button kind="secondary" size="small" onClick={() => void takeOver()}>
          Take over
        </Button>
      }
    >
      <p>
        <b>{`${firstName(otherClaim.by)} is reading this.`}</b> Nothing is locked: whoever decides first decides.
      </p>
    </Banner>
  )
}

/** Returns the first name: 'Ana' of 'Ana Alvarez'. */
export function firstName(name: string): string {
  return name.split(' ')[0] ?? name
}
