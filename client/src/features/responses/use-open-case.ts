import type { Page } from '@portico/shared/contract/paging'
import type { RespondentEntry } from '@portico/shared/contract/responses'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { trpc } from '../../api/trpc.ts'
import { useUrlPart } from '../../ui/lists/url-state.ts'
import type { ReviewScope } from './review/review-calls.ts'

interface RowPosition {
  readonly entry: RespondentEntry
  /** Row index on the page. */
  readonly index: number
}

export interface OpenRow {
  readonly openId: string | undefined
  readonly setOpenId: (anonymousId: string | undefined) => void
  /** The rows of the page, including the open case at its last position if it has left the page. */
  readonly rows: readonly RespondentEntry[] | undefined
  /** The current or last index of the open case. */
  readonly index: number
  /** Whether the URL names a case that does not exist or is not the user's. */
  readonly notFound: boolean
}

/**
 * The open case, named by `open` in the URL. It stays open, in its place among the rows, when another user's decision removes it from the
 * list or when it is on another page. `decidedId` is the case that the reviewer decided, which closes once the list no longer has it.
 */
export function useOpenCase(scope: ReviewScope, page: Page<RespondentEntry> | undefined, decidedId: string | undefined): OpenRow {
  const [openId, setOpenId] = useUrlPart('open')
  const [lastPosition, setLastPosition] = useState<RowPosition>()
  const found = page?.items.findIndex((entry) => idOf(entry) === openId) ?? -1
  const listed = page?.items[found]
  if (listed && (lastPosition?.entry !== listed || lastPosition.index !== found)) setLastPosition({ entry: listed, index: found })
  const isMissing = openId !== undefined && page !== undefined && !listed && openId !== decidedId
  const fetched = useCaseEntry(scope, openId ?? '', isMissing)
  const place = lastPosition && idOf(lastPosition.entry) === openId ? lastPosition : undefined
  const keptEntry = isMissing && scope !== 'green-dots' ? (fetched.data ?? place?.entry) : undefined
  const index = listed ? found : Math.min(place?.index ?? 0, page?.items.length ?? 0)
  return {
    openId,
    setOpenId,
    rows: page && keptEntry ? page.items.toSpliced(index, 0, keptEntry) : page?.items,
    index,
    notFound: isMissing && !keptEntry && fetched.error !== null && failureOf(fetched.error).id === 'NOT_FOUND',
  }
}

/** Loads one case by its anonymousId, if the scope may see it. */
export function useCaseEntry(scope: ReviewScope, anonymousId: string, enabled: boolean) {
  const input = { respondent: { anonymousId } }
  const anyCase = trpc.responses.getResponseForAdmin.useQuery(input, { enabled: enabled && scope === 'everyone' })
  const assigned = trpc.agency.getAssignedRespondent.useQuery(input, { enabled: enabled && scope === 'my-agency' })
  return scope === 'everyone' ? anyCase : assigned
}

function idOf(entry: RespondentEntry): string {
  return entry.respondent.anonymousId
}
