import type { AppRouter } from '@portico/server/api/root'
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { describe, expect, it } from 'vitest'
import { browser } from '../../../test/session-browser.ts'
import { refreshLink } from './refresh-link.ts'

function server(refusals: number[], { version = 1, refreshes = true } = {}) {
  const requests: string[] = []
  const session = {
    state: () => ({ status: 'authenticated' as const, version, profile: undefined, signOutPending: false, unreachable: false }),
    sessionNumber: () => 0,
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

  it.each(['this tab', 'another tab'])('never repeats a call in the name of who signed in after it, in %s', async (where) => {
    const { openTab } = browser()
    const { session } = openTab()
    const elsewhere = where === 'this tab' ? session : openTab().session
    await session.signIn({ email: 'adam@example.org', password: 'secret' })
    const sentWith: (string | undefined)[] = []
    const refusal = Promise.withResolvers<void>()
    const late: TRPCLink<AppRouter> =
      () =>
      ({ op: _op }) =>
        observable((observer) => {
          sentWith.push(session.accessToken())
          const httpStatus = 401
          void refusal.promise.then(() =>
            observer.error(TRPCClientError.from({ error: { code: -32001, message: 'no', data: { httpStatus } } } as never)),
          )
        })
    const client = createTRPCClient<AppRouter>({ links: [refreshLink(session), late] })
    const call = client.agency.getAllAgencies.query()
    await elsewhere.signOut()
    await elsewhere.signIn({ email: 'rosa@example.org', password: 'secret' })
    await expect.poll(() => session.state().status).toBe('authenticated')
    refusal.resolve()
    await expect(call).rejects.toMatchObject({ data: { httpStatus: 401 } })
    expect(sentWith).toEqual(['token 1'])
  })
})
