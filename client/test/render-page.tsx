import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, type RenderResult } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { createQueryClient } from '../src/api/query-client.ts'
import { session } from '../src/api/session/session.ts'
import { trpc } from '../src/api/trpc.ts'
import { profiles, type Person } from './profiles.ts'
import { stubbedLink, type Calls } from './stubbed-link.ts'

export interface Visit {
  /** Who is signed in; nobody by default. */
  as?: Person
  /** The location, with the query: `/home/agency/inprogress?offset=5`. */
  at?: string
  /** The server's responses. */
  calls?: Calls
}

export interface Visited extends RenderResult {
  /** Returns the current location, with its query. */
  address: () => string
}

/** Renders a page for a user, with the server's responses given by the test. Interact with it by visible names. */
export async function renderPage(page: ReactNode, { as, at = '/', calls = {} }: Visit = {}): Promise<Visited> {
  await enter(as)
  const [path = '/', search = ''] = at.split('?')
  const { hook, searchHook, history } = memoryLocation({ path, searchPath: search, record: true })
  const client = trpc.createClient({ links: [stubbedLink(calls)] })
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  const shown = await act(async () =>
    render(
      <Router hook={hook} searchHook={searchHook}>
        <trpc.Provider client={client} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <Suspense fallback={null}>{page}</Suspense>
          </QueryClientProvider>
        </trpc.Provider>
      </Router>,
    ),
  )
  return { ...shown, address: () => history.at(-1) ?? '' }
}

/** Fills in the field with this label. */
export function type(label: string | RegExp, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

/** Presses the button with this name, and waits for immediate effects. */
export async function press(name: string | RegExp): Promise<void> {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
}

/** Signs this person in, or everyone out, through the session itself; only its three calls are stubbed here. */
async function enter(person: Person | undefined): Promise<void> {
  const answers: Record<string, unknown> = {
    '/api/auth/tokens/refresh': person ? { accessToken: `token of ${person}` } : { success: false, error_id: 'NO_SESSION', message: '' },
    '/api/getMyProfile': person && profiles[person],
    '/api/auth/sign-out': { success: true, data: {} },
  }
  vi.stubGlobal('fetch', async (path: string) => {
    if (path in answers) return Response.json(answers[path])
    throw new Error(`The test has no answer for ${path}`)
  })
  await session.signOut()
  if (person) await session.refresh()
}
