import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { profiles } from '../../test/profiles.ts'
import { ApiProvider } from './api-provider.tsx'
import { session } from './session/session.ts'

const seen = vi.fn<(client: QueryClient) => void>()
const cache = () => seen.mock.lastCall?.[0]

function Looks() {
  const client = useQueryClient()
  useEffect(() => seen(client), [client])
  return null
}

function answer(person: keyof typeof profiles): void {
  const tokens = { accessToken: `token of ${person}` }
  const answers: Record<string, unknown> = {
    '/api/auth/tokens/refresh': tokens,
    '/api/auth/login/local': tokens,
    '/api/getMyProfile': profiles[person],
    '/api/auth/sign-out': { success: true, data: {} },
  }
  vi.stubGlobal('fetch', async (path: string) => Response.json(answers[path]))
}

/** Signs Ana in and puts an entry into the query cache. */
async function openAsAna(): Promise<{ unmount: () => void }> {
  answer('ana')
  const { unmount } = render(
    <ApiProvider>
      <Looks />
    </ApiProvider>,
  )
  await act(async () => void (await session.refresh()))
  cache()?.setQueryData(['what the server told'], 'Ana')
  return { unmount }
}

const kept = () => cache()?.getQueryData(['what the server told'])

it('ApiProvider clears the query cache when the session ends', async () => {
  await openAsAna()
  await act(async () => session.signOut())
  expect(kept()).toBeUndefined()
})

it('ApiProvider clears the query cache when someone else signs in over the session, as from another tab', async () => {
  await openAsAna()
  answer('ben')
  await act(async () => void (await session.signIn({ email: 'ben@example.org', password: 'secret' })))
  expect(session.state().profile?.name).toBe(profiles.ben.name)
  expect(kept()).toBeUndefined()
})

it('ApiProvider clears the query cache when the session ends while only pages without it are open', async () => {
  const { unmount } = await openAsAna()
  unmount()
  await act(async () => session.signOut())
  expect(kept()).toBeUndefined()
})

it('control: ApiProvider keeps the query cache when the same session is refreshed', async () => {
  await openAsAna()
  await act(async () => void (await session.refresh()))
  expect(kept()).toBe('Ana')
})
