import { lazy, Suspense, type ReactNode } from 'react'
import { englishWords, FixedWords } from '../words/language.ts'
import { PageLoading } from './page-loading.tsx'
import { Protected, type ProtectedProps } from './protected.tsx'
import { WithApi } from './with-api.tsx'

// It brings the server's calls, which no public page needs.
const SecondFactorNotice = lazy(async () => ({ default: (await import('./second-factor-notice.tsx')).SecondFactorNotice }))

/** Around the pages that only staff and those invited to be staff visit: with the server's calls, in English throughout. */
export function EnglishArea({ children }: { children: ReactNode }) {
  return (
    <FixedWords value={englishWords}>
      <WithApi fallback={<PageLoading />}>{children}</WithApi>
    </FixedWords>
  )
}

/** The same, for people who are signed in, with one of these roles where any are given; it says when they lack a second factor. The rest as in `Protected`. */
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
