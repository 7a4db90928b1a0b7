import { lazy, Suspense, type ReactNode } from 'react'

const ApiProvider = lazy(async () => ({ default: (await import('../api/api-provider.tsx')).ApiProvider }))

/**
 * Loads the server's calls and shows `children` with them; `fallback` until then. Staff pages are inside one already; a
 * public page puts it around the piece that asks the server, so that the rest does not wait.
 */
export function WithApi({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <ApiProvider>{children}</ApiProvider>
    </Suspense>
  )
}
