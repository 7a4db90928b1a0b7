import type { LinkCheck } from '@portico/shared/contract/auth'
import type { ReactNode } from 'react'
import { failureOf } from '../../api/failure.ts'
import { trpc } from '../../api/trpc.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Loading } from '../../ui/feedback/skeleton.tsx'

export interface LinkedFormProps extends LinkCheck {
  /** What to say of a link that does not work, or no longer. */
  refusal: string
  /** What one can do then. */
  next: ReactNode
  children: ReactNode
}

/** The form that a link from an e-mail leads to; a link that does not work says so before anything is filled in. */
export function LinkedForm({ kind, token, refusal, next, children }: LinkedFormProps) {
  const check = trpc.auth.checkLink.useQuery(
    { kind, token },
    { retry: false, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  if (check.isPending) return <Loading />
  if (check.error && failureOf(check.error).id === 'INVALID_CODE') {
    return (
      <>
        <Banner kind="error">{refusal}</Banner>
        <p>{next}</p>
      </>
    )
  }
  return children
}
