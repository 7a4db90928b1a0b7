import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { Role } from '@portico/shared/words/roles'
import { session, useSession } from '../api/session/session.ts'
import { paths } from '../paths.ts'
import { PageLoading } from './page-loading.tsx'
import { rememberPage, rememberReader } from './navigation/return-page.ts'

export interface ProtectedProps {
  /** One of these is enough; if omitted, any signed-in account may enter. */
  roles?: readonly Role[]
  /** Also admits accounts with a language to translate. */
  translators?: boolean
  /** Where others are redirected; the sign-in page by default. */
  fallback?: string
  /** Shown while the server cannot be reached to check the session; may only use data on the device. */
  unreachable?: ReactNode
  children: ReactNode
}

/**
 * A page for signed-in accounts: shows Loading... while the session begins, and redirects everyone else
 * (shared/spec/product.md#protected-pages). A refresh keeps the page and its input.
 */
export function Protected({ roles, translators = false, fallback = paths.signIn(), unreachable, children }: ProtectedProps) {
  const { status, profile, unreachable: unanswered } = useSession()
  const [location] = useLocation()
  const search = useSearch()
  useEffect(() => session.begin(), [])
  const leave = useEffectEvent(() => rememberPage(search ? `${location}?${search}` : location))
  useEffect(() => {
    if (profile) rememberReader(profile.id)
    if (status === 'not-authenticated') leave()
  }, [status, profile])
  if (unreachable && unanswered && !profile) return unreachable
  if (status === 'not-authenticated') return <Redirect to={fallback} replace />
  if (!profile) return <PageLoading />
  const isTranslator = translators && (profile.translates ?? []).length > 0
  if (roles && !isTranslator && !roles.some((role) => profile.roles.includes(role))) return <Redirect to={fallback} replace />
  return children
}
