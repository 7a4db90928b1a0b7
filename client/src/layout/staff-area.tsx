import { Suspense, type ReactNode } from 'react'
import { englishWords, FixedWords } from '../words/language.ts'
import { BrokenPage } from './loading/error-boundary.tsx'
import { lazyPart } from './loading/lazy-part.ts'
import { PageLoading } from './page-loading.tsx'
import { Protected, type ProtectedProps } from './protected.tsx'
import { WithApi } from './with-api.tsx'

// Lazy, because it depends on the API client, which public pages do not need.
const SecondFactorNotice = lazyPart(
  async () => (await import('./second-factor-notice.tsx')).SecondFactorNotice,
  () => null,
)

/** Wraps the pages for staff and invited staff: with the API client, always in English. */
export function EnglishArea({ children }: { children: ReactNode }) {
  return (
    <FixedWords value={englishWords}>
      <WithApi fallback={<PageLoading />} unreachable={<BrokenPage />}>
        {children}
      </WithApi>
    </FixedWords>
  )
}

/**
 * An `EnglishArea` for signed-in accounts, restricted to `roles` if given; shows a notice if the account lacks a required second factor.
 * The other props are those of `Protected`.
 */
export function StaffArea({ children, ...who }: Pick<ProtectedProps, 'roles' | 'translators' | 'unreachable' | 'children'>) {
  return (
    <EnglishArea>
      <Protected {...who}>
        <Suspense fallback={null}>
          <SecondFactorNotice />
        </Suspense>
        {children}
      </Protected>
    </EnglishArea>
  )
}
