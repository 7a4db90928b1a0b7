import type { Role } from '@portico/shared/words/roles'
import type { ReactNode } from 'react'
import { englishWords, FixedWords } from '../words/language.ts'
import { PageLoading } from './page-loading.tsx'
import { Protected } from './protected.tsx'
import { WithApi } from './with-api.tsx'

/** Around every page of staff: for these roles only, with the server's calls, in English throughout. */
export function StaffArea({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  return (
    <FixedWords value={englishWords}>
      <Protected roles={roles}>
        <WithApi fallback={<PageLoading />}>{children}</WithApi>
      </Protected>
    </FixedWords>
  )
}
