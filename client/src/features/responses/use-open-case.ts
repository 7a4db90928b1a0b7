import type { Page } from '@portico/shared/contract/paging'
import type { RespondentEntry } from '@portico/shared/contract/responses'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { trpc } from '../../api/trpc.ts'
import { useUrlPart } from '../../ui/lists/url-state.ts'
import type { ReviewScope } from './review/review-calls.ts'

interface Place {
  readonly entry: RespondentEntry
  /** Its row on the page. */
  readonly index: number
}

export interface OpenRow {
  readonly openId: string | undefined
  readonly setOpenId: (anonymousId: string | undefined) => void
  /** The rows of the page, with the open case where it was when it is not among them any more. */
  readonly rows: readonly RespondentEntry[] | undefined
  /** Where the open case is or was among them. */
  readonly index: number
  /** The address names a case that is not the caller's, or none. */
  readonly notFound: boolean
}

/**
 * The open case, in the address as `open`: it stays open, and in its place among the rows, when somebody else's decision takes it from the list
 * or the address names one of another page. `left` is the one that the reviewer decided, and that is done with once the list is without it.
 */
export function useOpenCase(scope: ReviewScope, page: Page<RespondentEntry> | undefined, left: string | undefined): OpenRow {
  const [openId, setOpenId] = useUrlPart('open')
  const [last, setLast] = useState<Place>()
  const found = page?.items.findIndex((entry) => idOf(entry) === openId) ?? -1
  const listed = page?.items[found]
  if (listed && (last?.entry !== listed || last.index !== found)) setLast({ entry: listed, index: found })
  const asked = openId !== undefined && page !== undefined && !listed && openId !== left
  const fetched = useCaseEntry(scope, openId ?? '', asked)
  const place = last && idOf(last.entry) === openId ? last : undefined
  const kept = asked && scope !== 'green-dots' ? (fetched.data ?? place?.entry) : undefined
  const index = listed ? found : Math.min(place?.index ?? 0, page?.items.length ?? 0)
  return {
    openId,
    setOpenId,
    rows: page && kept ? page.items.toSpliced(index, 0, kept) : page?.items,
    index,
    notFound: asked && !kept && fetched.error !== null && failureOf(fetched.error).id === 'NOT_FOUND',
  }
}

/** One case by its number, as far as this list may show it. */
export function useCaseEntry(scope: ReviewScope, anonymousId: string, enabled: boolean) {
  const input = { respondent: { anonymousId } }
  const anybody = trpc.responses.getResponseForAdmin.useQuery(input, { enabled: enabled && scope === 'everyone' })
  const assigned = trpc.agency.getAssignedRespondent.useQuery(input, { enabled: enabled && scope === 'my-agency' })
  return scope === 'everyone' ? anybody : assigned
}

function idOf(entry: RespondentEntry): string {
  return entry.respondent.anonymousId
}
