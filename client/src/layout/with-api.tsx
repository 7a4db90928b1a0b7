import { Suspense, type ReactNode } from 'react'
import { lazyPart } from './loading/lazy-part.ts'

interface WithApiProps {
  children: ReactNode
  fallback?: ReactNode
  /** Shown instead of `children` if the client cannot be loaded; by default `fallback`. */
  unreachable?: ReactNode
}

const ApiProvider = lazyPart<Pick<WithApiProps, 'children' | 'unreachable'>>(
  async () => (await import('../api/api-provider.tsx')).ApiProvider,
  ({ unreachable }) => unreachable,
)

/**
 * Loads the API client and renders `children` with it; `fallback` until then. Staff pages are already inside one; public pages wrap only
 * the part that needs the server, so that the rest does not wait.
 */
export function WithApi({ children, fallback = null, unreachable = fallback }: WithApiProps) {
  return (
    <Suspense fallback={fallback}>
      <ApiProvider unreachable={unreachable}>{children}</ApiProvider>
    </Suspense>
  )
}
