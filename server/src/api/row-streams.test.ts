import { TRPCError } from '@trpc/server'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints, rowOf } from '../../test/calls/calls.ts'
import { openWorld } from '../../test/calls/world.ts'
import { auditTrail, newestEntry } from '../../test/support/audit-trail.ts'
import { buildApiToken } from '../../test/support/api-tokens.ts'
import { buildRespondent, buildWorkshop, workshopName } from '../../test/support/builders.ts'
import { openPortico } from '../../test/support/harness.ts'
import { Failure } from '../infra/failure.ts'
import { admits } from './access.ts'
import { listingOf, openRows, rowTypeOf } from './row-streams.ts'

const portico = await openPortico()
const world = await openWorld(portico)
await buildWorkshop(portico, { name: 'formula', title: '=1+1', isDefault: false })
for (let person = 0; person < 3; person += 1) await buildRespondent(portico)
const rosa = await portico.as('rosa')

function ask(path: string, payload: unknown, accept: string, token = rosa.accessToken) {
  const url = `/api/${path.replaceAll('.', '/')}`
  const headers = { accept, 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return portico.app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload ?? {}) })
}

const rowsIn = (body: string) =>
  body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('rowTypeOf', () => {
  it.each([
    [undefined, undefined],
    ['*/*', undefined],
    ['application/json', undefined],
    ['application/json, text/csv;q=0.5', undefined],
    ['text/csv', 'text/csv'],
    ['text/csv, */*;q=0.1', 'text/csv'],
    ['application/json;q=0.2, application/x-ndjson', 'application/x-ndjson'],
    ['text/html', undefined],
  ])('maps %s to %s', (accept, type) => expect(rowTypeOf(accept)).toBe(type))
})

describe('row streams of every list', () => {
  const lists = endpoints.filter(({ reads, output }) => reads && listingOf(output))
  it('cover the known lists', () =>
    expect(lists.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['responses.getAllResponses', 'responses.getChanges', 'workshops.getWorkshopList', 'admin.getAccountList']),
    ))

  it.each(lists.map(({ path }) => path))('%s streams the whole list as NDJSON and CSV', async (path) => {
    const sample = await rowOf(path).sample(world)
    const { input, token = (await portico.as(admits(path, ['ROOT_USER']) ? 'rosa' : 'ana')).accessToken } = sample
    const whole = (await ask(path, input, 'application/json', token)).json().data
    const ndjson = await ask(path, input, 'application/x-ndjson', token)
    expect([ndjson.statusCode, ndjson.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
    const count = Array.isArray(whole) ? whole.length : (whole.meta?.count ?? whole.changes.length + 1)
    expect(rowsIn(ndjson.body)).toHaveLength(count)
    const csv = await ask(path, input, 'text/csv', token)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [names, ...rows] = parse(csv.body) as string[][]
    expect([rows.length, names?.every(Boolean)]).toEqual([count, true])
  })
})

describe('a row stream', () => {
  it('continues over pages from the offset to the end', async () => {
    const all = (await ask('responses.getAllResponses', { pagination: { count: 100 } }, 'application/json')).json().data.items
    expect(all.length).toBeGreaterThan(3)
    for (const count of [1, 2, 100]) {
      const { body } = await ask('responses.getAllResponses', { pagination: { offset: 1, count } }, 'application/x-ndjson')
      expect(rowsIn(body)).toEqual(all.slice(1))
    }
  })

  it('ends with the cursor if the list has one', async () => {
    const { data } = (await ask('responses.getChanges', {}, 'application/json')).json()
    const { body } = await ask('responses.getChanges', { count: 2 }, 'application/x-ndjson')
    expect(rowsIn(body)).toEqual([...data.changes, { cursor: data.cursor }])
    const rows = parse((await ask('responses.getChanges', { count: 2 }, 'text/csv')).body, { columns: true }) as Record<string, string>[]
    expect(rows.at(-1)).toMatchObject({ cursor: data.cursor, anonymousId: '' })
    expect(rows[0]).toMatchObject({
      cursor: '',
      anonymousId: data.changes[0].anonymousId,
      'entry.flag.current': data.changes[0].entry.flag.current,
    })
  })

  it('contains no formulas', async () => {
    const { body } = await ask('workshops.getWorkshopList', {}, 'text/csv')
    expect((parse(body, { columns: true }) as Record<string, string>[]).find(({ name }) => name === 'formula')?.title).toBe("'=1+1")
  })

  it('writes one audit entry per part, with the respondents shown', async () => {
    const last = await newestEntry(portico)
    const { body } = await ask('responses.getAllResponses', { pagination: { count: 2 } }, 'application/x-ndjson')
    const entries = await auditTrail(portico, last, 'responses.getAllResponses')
    // Each begins with the last row of the one before.
    expect(entries).toHaveLength(rowsIn(body).length - 1)
    expect(new Set(entries.flatMap(({ subjects }) => subjects)).size).toBe(rowsIn(body).length)
  })

  it('reports refusals as JSON, before the first row', async () => {
    const anonymous = await ask('responses.getAllResponses', {}, 'text/csv', '')
    const ana = await ask('responses.getAllResponses', {}, 'text/csv', (await portico.as('ana')).accessToken)
    const wrong = await ask('responses.getAllResponses', { pagination: { offset: 'x' } }, 'text/csv')
    const none = await ask('responses.getAllResponses', [], 'application/x-ndjson')
    expect([anonymous, ana, wrong, none].map(({ statusCode }) => statusCode)).toEqual([401, 403, 422, 422])
    for (const { headers, json } of [anonymous, ana, wrong, none])
      expect([headers['content-type'], json().success]).toEqual(['application/json; charset=utf-8', false])
  })

  it('respects the bounds of a token and is refused once the token is revoked', async () => {
    const { id, token } = await buildApiToken(portico, { workshopNames: ['formula'] })
    await buildRespondent(portico, undefined, { workshopName: 'formula' })
    const { body } = await ask('responses.getChanges', {}, 'application/x-ndjson', token)
    expect(rowsIn(body)).toHaveLength(2)
    await rosa.call.admin.revokeApiToken({ id })
    expect((await ask('responses.getChanges', {}, 'application/x-ndjson', token)).statusCode).toBe(401)
  })

  const page = z.object({ items: z.array(z.string()), pagination: z.object({ hasMore: z.boolean() }) })
  const listing = listingOf(page)
  const part = (hasMore: boolean, ...items: string[]) => ({ items, pagination: { hasMore } })
  const refusal = (id: 'TOO_MANY_REQUESTS' | 'UNAUTHENTICATED') =>
    new TRPCError({ code: 'BAD_REQUEST', cause: new Failure(id, undefined, { retryAfter: 7 }) })

  async function readRows(answers: (object | Error)[]) {
    const [asked, waited, read]: [unknown[], number[], string[]] = [[], [], []]
    if (!listing) throw new Error('no listing')
    const rows = await openRows({
      listing,
      type: 'application/x-ndjson',
      input: { name: workshopName },
      async ask(input) {
        asked.push(input)
        const answer = answers.shift()
        if (answer instanceof Error) throw answer
        return answer
      },
      wait: async (ms) => void waited.push(ms),
    })
    const error = await (async () => {
      for await (const text of rows) read.push(text)
    })().catch((thrown: unknown) => thrown)
    return { asked, waited, text: read.join(''), error }
  }

  it('waits at a rate limit and then requests the same part again', async () => {
    const { asked, waited, text, error } = await readRows([part(true, 'one'), refusal('TOO_MANY_REQUESTS'), part(false, 'one', 'two')])
    expect([waited, text, error]).toEqual([[7_000], '"one"\n"two"\n', undefined])
    const at = (offset: number) => ({ name: workshopName, pagination: { offset, count: 100 } })
    expect(asked).toEqual([{ name: workshopName, pagination: { count: 100 } }, at(1), at(1)])
  })

  it('ends with an error when the caller loses access', async () => {
    const { text, error } = await readRows([part(true, 'one'), refusal('UNAUTHENTICATED')])
    expect([text, error]).toEqual(['"one"\n', expect.any(TRPCError)])
  })

  it('misses no row that is in the list all the time, whatever else leaves or joins it meanwhile', async () => {
    const change = fc.record({ at: fc.nat(), leaves: fc.boolean() })
    const changes = fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 30 })
    let shrunk = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat({ max: 5 }),
        changes,
        async (length, count, start, between) => {
          let next = length
          const list = Array.from({ length }, (_, index) => `row ${index}`)
          const [all, waiting] = [new Set(list.slice(start)), [...between]]
          const rows = await openRows({
            listing: listing!,
            type: 'application/x-ndjson',
            input: { pagination: { offset: start, count } },
            async ask(input) {
              const { pagination } = input as { pagination: { offset: number; count: number } }
              const items = list.slice(pagination.offset, pagination.offset + pagination.count)
              const hasMore = pagination.offset + items.length < list.length
              for (const { at, leaves } of waiting.shift() ?? []) {
                const place = start + (at % (list.length - start + 1))
                if (leaves) for (const gone of list.splice(place, 1)) all.delete(gone)
                else list.splice(place, 0, `row ${(next += 1)}`)
              }
              return { items, pagination: { hasMore } }
            },
            wait: async () => {},
          })
          const read: string[] = []
          for await (const text of rows) read.push(...rowsIn(text).map(String))
          shrunk += list.length < length ? 1 : 0
          expect(all.difference(new Set(read))).toEqual(new Set())
        },
      ),
      { numRuns: 500 },
    )
    expect(shrunk).toBeGreaterThan(50)
  })

  it('ends although a row is different each time that it is read', async () => {
    let reads = 0
    const rows = await openRows({
      listing: listing!,
      type: 'application/x-ndjson',
      input: { pagination: { count: 2 } },
      async ask(input) {
        reads += 1
        const { pagination } = input as { pagination: { offset?: number; count: number } }
        const list = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name} read ${reads}`)
        const { offset = 0, count } = pagination
        return { items: list.slice(offset, offset + count), pagination: { hasMore: offset + count < list.length } }
      },
      wait: async () => {},
    })
    const read: string[] = []
    for await (const text of rows) read.push(...rowsIn(text).map(String))
    expect(new Set(read.map(([name]) => name))).toEqual(new Set(['a', 'b', 'c', 'd', 'e']))
    expect(reads).toBeLessThan(100)
  })
})
