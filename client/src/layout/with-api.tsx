import { lazy, Suspense, type ReactNode } from 'react'

const ApiProvider = lazy(async () => ({ default: (await import('../api/api-provider.tsx')).ApiProvider }))

/**
 * Loads the API client and renders `children` with it; `fallback` until then. Staff pages are already inside one; public pages wrap only
 * the part that needs the server, so that the rest does not wait.
 */
export function WithApi({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <ApiProvider>{children}</ApiProvider>
    </Suspense>
  )
}
