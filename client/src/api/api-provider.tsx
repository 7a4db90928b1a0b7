import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { createQueryClient } from './query-client.ts'
import { session } from './session/session.ts'
import { createLinks, trpc } from './trpc.ts'

const queryClient = createQueryClient()

/** Gives everything inside it the server's calls. Loaded only with pages that ask the server something (see `layout/with-api.tsx`). */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => trpc.createClient({ links: createLinks() }))
  useEffect(forgetWhenSignedOut, [])
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}

/** What the server told a person is not shown to the next one on the same device. */
function forgetWhenSignedOut(): () => void {
  let before = session.state().status
  return session.subscribe(() => {
    const { status } = session.state()
    if (status === 'not-authenticated' && before !== status) queryClient.clear()
    before = status
  })
}
