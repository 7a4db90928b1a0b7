import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { Portico, type Fetch, type Output, type Path } from '@portico/shared/client/portico'
import type { AppRouter } from '../src/api/root.ts'
import { endpoints } from './calls/calls.ts'
import { buildApiToken } from './support/api-tokens.ts'
import { buildAnswers, buildQuestionnaire, buildRespondent, buildWorkshop, questionnaireName, workshopName } from './support/builders.ts'
import { openPortico } from './support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
await portico.app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(portico.app.server.address() as AddressInfo).port}`
const { token } = await buildApiToken(portico)
const waits: number[] = []
const clientWith = (changed: Fetch = fetch, bearer: string | null = token) =>
  new Portico<AppRouter>({ origin, token: async () => bearer ?? undefined, fetch: changed, wait: async (ms) => void waits.push(ms) })
const client = clientWith()

/** Loses the response to the first request, which was processed. */
function losingFirst(): Fetch {
  let lost = false
  return async (url, request) => {
    const answer = await fetch(url, request)
    if (lost) return answer
    lost = true
    throw new TypeError('fetch failed')
  }
}

describe('the typed client', () => {
  it('knows every call by its documented path, with its input and output', async () => {
    expectTypeOf<'auth/login/local'>().toExtend<Path<AppRouter>>()
    expectTypeOf<Output<AppRouter, 'workshops/getWorkshopList'>[number]['name']>().toEqualTypeOf<string>()
    // @ts-expect-error there is no such call
    const none = await client.answer('workshops/nothing').then(() => client.call('workshops/nothing').catch((error: Error) => error.name))
    expect(none).toBe('PorticoError')
    // @ts-expect-error this field is not of the call
    await expect(client.call('responses/getChanges', { workshop: workshopName })).rejects.toMatchObject({
      id: 'VALIDATION_ERROR',
      status: 422,
    })
    expect((await client.call('workshops/getWorkshopList')).map(({ name }) => name)).toEqual([workshopName])
    expect(endpoints.length).toBeGreaterThan(80)
  })

  it('iterates over lists page by page, over changes to their end, and streams files', async () => {
    const before = await portico.sql<{ id: string }>('select anonymous_id as id from respondent')
    const sent = new Set(before.map(({ id }) => id))
    for (let count = 0; count < 3; count += 1) sent.add(await buildRespondent(portico))
    const listed: string[] = []
    for await (const { respondent } of client.rows('responses/getAllResponses', { name: workshopName })) listed.push(respondent.anonymousId)
    expect(new Set(listed)).toEqual(sent)
    const changed: string[] = []
    for await (const page of client.changes({ count: 1 })) changed.push(...page.changes.map(({ anonymousId }) => anonymousId))
    expect(changed.toSorted()).toEqual([...sent].toSorted())
    const { downloadId: id } = await client.call('downloads/enqueueDownload', {
      workshop: { name: workshopName },
      configuration: { flavor: 'all' },
      format: 'csv',
    })
    await expect(client.file('downloads/getDownloadFile', { id })).rejects.toMatchObject({ name: 'PorticoError', status: 200 })
    await portico.drain()
    const file = await client.file('downloads/getDownloadFile', { id })
    let size = 0
    for await (const piece of file.content) size += piece.length
    expect([file.name, size > 1_000]).toEqual([expect.stringMatching(/\.csv|\.zip/), true])
  })

  it('retries a submission under its idempotency key, but no other call that changes something', async () => {
    const before = await client.call('responses/getOverview', {})
    const submission = { name: questionnaireName, language: 'en', answers: await buildAnswers() }
    const anyone = clientWith(losingFirst(), null)
    const { anonymousId } = await anyone.call('responses/addNewQuestionnaireResponse', submission, { idempotencyKey: randomUUID() })
    expect(anonymousId).toBeTruthy()
    expect((await client.call('responses/getOverview', {})).total).toBe(before.total + 1)
    const lost = clientWith(losingFirst()).call('agency/saveAgency', { name: 'Once' })
    await expect(lost).rejects.toMatchObject({ id: 'UNREACHABLE', status: 0 })
    expect(await clientWith(losingFirst()).call('workshops/getWorkshopList')).toHaveLength(1)
  })

  it('waits for the time in Retry-After', async () => {
    waits.length = 0
    let asked = 0
    const busy: Fetch = async (url, request) => {
      asked += 1
      return asked < 3 ? new Response('{}', { status: 429, headers: { 'retry-after': '7' } }) : fetch(url, request)
    }
    await clientWith(busy).call('workshops/getWorkshopList')
    expect(waits).toEqual([7_000, 7_000])
  })
})
