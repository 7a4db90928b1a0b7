import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { createQueryClient } from './query-client.ts'
import { session } from './session/session.ts'
import { createLinks, trpc } from './trpc.ts'

const queryClient = createQueryClient()

/** Gives everything inside it the server's calls. Loaded only with pages that ask the server something (see `layout/with-api.tsx`). */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => trpc.createClient({ links: createLinks() }))
  useEffect(forgetWithSession, [])
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}

/** What the server told a person is not shown to the next one on the same device, who may sign in over their session, in another tab too. */
function forgetWithSession(): () => void {
  let before = session.state()
  return session.subscribe(() => {
    const now = session.state()
    const isGone = before.profile !== undefined && now.profile === undefined
    if (isGone || (now.status === 'not-authenticated' && before.status !== now.status)) queryClient.clear()
    before = now
  })
}
