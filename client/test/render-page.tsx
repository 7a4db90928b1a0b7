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
  /** Who looks at the page; a visitor without an account when left out. */
  as?: Person
  /** Where, with the query: `/home/agency/inprogress?offset=5`. */
  at?: string
  /** What the server answers. */
  calls?: Calls
}

export interface Visited extends RenderResult {
  /** The address now, with its query. */
  address: () => string
}

/** Shows a page as a person would see it, with the server's answers given by the test. Act on it by visible names. */
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

/** Presses the button of this name, and waits for what that sets off at once. */
export async function press(name: string | RegExp): Promise<void> {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
}

/** Signs this person in, or everyone out, through the session itself; only its three calls are answered here. */
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
