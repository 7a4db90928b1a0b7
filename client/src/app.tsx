import { Suspense } from 'react'
import { Redirect, Switch } from 'wouter'
import { Shell } from './layout/shell.tsx'
import { paths } from './paths.ts'
import { Loading } from './ui/skeleton.tsx'

/** The whole route table. Pages are loaded when they are first visited; unknown addresses lead home. */
export function App() {
  return (
    <Shell>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Redirect to={paths.landing()} />
        </Switch>
      </Suspense>
    </Shell>
  )
}
