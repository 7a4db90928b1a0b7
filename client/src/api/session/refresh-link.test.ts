import type { AppRouter } from '@portico/server/api/root'
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { describe, expect, it } from 'vitest'
import { refreshLink } from './refresh-link.ts'

function server(refusals: number[], { version = 1, refreshes = true } = {}) {
  const requests: string[] = []
  const session = {
    state: () => ({ status: 'authenticated' as const, version, profile: undefined, signOutPending: false, unreachable: false }),
    refresh: async (seen?: number) => {
      requests.push(`refresh of ${seen}`)
      return refreshes
    },
  }
  const end: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        requests.push(op.path)
        const httpStatus = refusals.shift()
        if (httpStatus)
          return observer.error(TRPCClientError.from({ error: { code: -32001, message: 'no', data: { httpStatus } } } as never))
        observer.next({ result: { type: 'data', data: [] } })
        observer.complete()
      })
  return { requests, client: createTRPCClient<AppRouter>({ links: [refreshLink(session), end] }) }
}

describe('refreshLink', () => {
  it('refreshes expired tokens and sends the call once more', async () => {
    const { requests, client } = server([401])
    expect(await client.agency.getAllAgencies.query()).toEqual([])
    expect(requests).toEqual(['agency.getAllAgencies', 'refresh of 1', 'agency.getAllAgencies'])
  })

  it('passes on a second refusal', async () => {
    const { requests, client } = server([401, 401])
    await expect(client.agency.getAllAgencies.query()).rejects.toMatchObject({ data: { httpStatus: 401 } })
    expect(requests).toHaveLength(3)
  })

  it('passes on the refusal if the refresh fails', async () => {
    const { requests, client } = server([401], { refreshes: false })
    await expect(client.agency.getAllAgencies.query()).rejects.toMatchObject({ data: { httpStatus: 401 } })
    expect(requests).toEqual(['agency.getAllAgencies', 'refresh of 1'])
  })

  it('refreshes after a 403 only while no token was ever set', async () => {
    const before = server([403], { version: 0 })
    expect(await before.client.agency.getAllAgencies.query()).toEqual([])
    const after = server([403], { version: 1 })
    await expect(after.client.agency.getAllAgencies.query()).rejects.toMatchObject({ data: { httpStatus: 403 } })
    expect(after.requests).toEqual(['agency.getAllAgencies'])
  })
})
