import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { Role } from '@portico/shared/words/roles'
import { session, useSession } from '../api/session/session.ts'
import { paths } from '../paths.ts'
import { PageLoading } from './page-loading.tsx'
import { leavePage, noteReader } from './navigation/return-page.ts'

export interface ProtectedProps {
  /** One of these is enough; without any, everyone who is signed in may enter. */
  roles?: readonly Role[]
  /** So is a language to translate. */
  translators?: boolean
  /** Where everyone else is sent; the sign-in page when left out. */
  fallback?: string
  /** Instead of the page while the server cannot be asked who is there; it has to be content with what the device may hold. */
  unreachable?: ReactNode
  children: ReactNode
}

/**
 * A page for people who are signed in: Loading... while the session begins, nothing and a redirect for everyone else
 * (shared/spec/product.md#protected-pages). A refresh in the middle of the work leaves the page, and what is typed on it, where it is.
 */
export function Protected({ roles, translators = false, fallback = paths.signIn(), unreachable, children }: ProtectedProps) {
  const { status, profile, unreachable: unanswered } = useSession()
  const [location] = useLocation()
  const search = useSearch()
  useEffect(() => session.begin(), [])
  const leave = useEffectEvent(() => leavePage(search ? `${location}?${search}` : location))
  useEffect(() => {
    if (profile) noteReader(profile.id)
    if (status === 'not-authenticated') leave()
  }, [status, profile])
  if (unreachable && unanswered && !profile) return unreachable
  if (status === 'not-authenticated') return <Redirect to={fallback} replace />
  if (!profile) return <PageLoading />
  const isTranslator = translators && (profile.translates ?? []).length > 0
  if (roles && !isTranslator && !roles.some((role) => profile.roles.includes(role))) return <Redirect to={fallback} replace />
  return children
}
