import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { createQueryClient } from './query-client.ts'
import { session } from './session/session.ts'
import { createLinks, trpc } from './trpc.ts'

const queryClient = createQueryClient()
// Not in an effect: the session may end while only pages without this provider are open, and the cache outlives them.
clearCacheWithSession()

/** Provides the server's calls to everything inside it. Loaded only with pages that call the server (see `layout/with-api.tsx`). */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => trpc.createClient({ links: createLinks() }))
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}

/**
 * Clears the query cache when the session ends or changes hands, also from another tab, so that nobody sees the data of the person before.
 */
function clearCacheWithSession(): void {
  let before = session.state()
  session.subscribe(() => {
    const now = session.state()
    const isGone = before.profile !== undefined && now.profile === undefined
    if (isGone || (now.status === 'not-authenticated' && before.status !== now.status)) queryClient.clear()
    before = now
  })
}
