import { Suspense } from 'react'
import { Redirect, Switch } from 'wouter'
import { Shell } from './layout/shell.tsx'
import { paths } from './paths.ts'
import { PageLoading } from './layout/page-loading.tsx'

/** The whole route table. Pages are loaded when they are first visited; unknown addresses lead home. */
export function App() {
  return (
    <Shell>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Redirect to={paths.landing()} replace />
        </Switch>
      </Suspense>
    </Shell>
  )
}
