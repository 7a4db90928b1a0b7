import type { LinkCheck } from '@portico/shared/contract/auth'
import type { ReactNode } from 'react'
import { failureOf } from '../../api/failure.ts'
import { trpc } from '../../api/trpc.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Loading } from '../../ui/feedback/skeleton.tsx'

export interface LinkedFormProps extends LinkCheck {
  /** Message for a link that is invalid or has expired. */
  invalidLinkMessage: string
  /** What to offer then. */
  next: ReactNode
  children: ReactNode
}

/** Wraps the form behind an email link. An invalid link is reported before the form is shown. */
export function LinkedForm({ kind, token, invalidLinkMessage, next, children }: LinkedFormProps) {
  const check = trpc.auth.checkLink.useQuery(
    { kind, token },
    { retry: false, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  if (check.isPending) return <Loading />
  if (check.error && failureOf(check.error).id === 'INVALID_CODE') {
    return (
      <>
        <Banner kind="error">{invalidLinkMessage}</Banner>
        <p>{next}</p>
      </>
    )
  }
  return children
}
