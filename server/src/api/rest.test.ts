import { initTRPC, TRPCError } from '@trpc/server'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { z, ZodError } from 'zod'
import { openPortico } from '../../test/support/harness.ts'
import { Failure } from '../infra/failure.ts'
import { attachment } from './files.ts'
import { noInput } from './procedures.ts'
import { endpointsOf, toRequestErrorResponse } from './rest.ts'

const t = initTRPC.create()

describe('endpointsOf', () => {
  const call = t.procedure.query(() => '')
  const router = t.router({
    reading: t.procedure.input(noInput).query(() => ''),
    deep: t.router({ asking: t.procedure.input(z.object({})).query(() => ''), doing: t.procedure.input(noInput).mutation(() => '') }),
    open: call,
  })

  it('maps dots to slashes and allows GET only for queries without input', () => {
    const rows = endpointsOf(router).map(({ path, url, methods, reads }) => [path, url, methods.join(), reads])
    expect(new Set(rows)).toEqual(
      new Set([
        ['reading', '/api/reading', 'GET,POST', true],
        ['open', '/api/open', 'POST', true],
        ['deep.asking', '/api/deep/asking', 'POST', true],
        ['deep.doing', '/api/deep/doing', 'POST', false],
      ]),
    )
  })

  it('returns an empty meta object if a procedure has none', () => {
    expect(endpointsOf(router).map(({ meta }) => meta)).toEqual([{}, {}, {}, {}])
  })
})

describe('toRequestErrorResponse', () => {
  const logged: unknown[] = []
  const request = { id: 'the-request', log: { error: (what: unknown) => void logged.push(what) } } as unknown as FastifyRequest
  const of = (error: unknown) => toRequestErrorResponse(error, request)
  const coded = (code: string, statusCode?: number) => Object.assign(new Error('of the framework'), { code, statusCode })

  it.each<[what: string, error: unknown, id: string, status: number]>([
    ['a body that is too large', coded('FST_ERR_CTP_BODY_TOO_LARGE', 413), 'PAYLOAD_TOO_LARGE', 413],
    ['a file that is too large', coded('FST_REQ_FILE_TOO_LARGE', 413), 'PAYLOAD_TOO_LARGE', 413],
    ['too many parts', coded('FST_PARTS_LIMIT', 413), 'PAYLOAD_TOO_LARGE', 413],
    ['an unsupported media type', coded('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), 'UNSUPPORTED_MEDIA_TYPE', 415],
    ['a malformed body', coded('FST_ERR_CTP_INVALID_JSON_BODY', 400), 'VALIDATION_ERROR', 422],
    ['any other client error', coded('FST_ERR_BAD_URL', 499), 'VALIDATION_ERROR', 422],
    ['a refusal', new Failure('NOT_FOUND'), 'NOT_FOUND', 200],
    ['invalid input', new TRPCError({ code: 'BAD_REQUEST', cause: new ZodError([]) }), 'VALIDATION_ERROR', 422],
    ['an unknown call', new TRPCError({ code: 'NOT_FOUND' }), 'NO_SUCH_PATH', 404],
  ])('reports %s to the client without logging it', (_what, error, id, status) => {
    logged.length = 0
    expect(of(error)).toMatchObject({ id, status })
    expect(logged).toEqual([])
  })

  it.each<[what: string, error: unknown, entries: number]>([
    ['an error', new Error('select * from respondent'), 1],
    ['a thrown string', 'select * from respondent', 1],
    ['an error of the framework', coded('FST_ERR_REP_INVALID_PAYLOAD_TYPE', 500), 1],
    ['an error that the procedure has logged', new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: new Error('select') }), 0],
  ])('reports %s as a correlation id only', (_what, error, entries) => {
    logged.length = 0
    const response = of(error)
    expect(response).toMatchObject({ id: 'INTERNAL_ERROR', status: 500, correlationId: 'the-request' })
    expect(JSON.stringify(response)).not.toMatch(/select|framework/)
    expect(logged).toHaveLength(entries)
  })
})

describe('attachment', () => {
  it.each([
    ['spring day.xlsx', `attachment; filename="spring_day.xlsx"; filename*=UTF-8''spring%20day.xlsx`],
    ['día "uno".csv', `attachment; filename="d_a__uno_.csv"; filename*=UTF-8''d%C3%ADa%20%22uno%22.csv`],
    ['a\r\nset-cookie: x', `attachment; filename="a__set-cookie__x"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20x`],
  ])('encodes the file name %j', (name, header) => {
    expect(attachment(name)).toBe(header)
  })
})

describe('HTTP requests', async () => {
  const portico = await openPortico()
  const { accessToken } = await portico.as('adam')
  const send = async (method: 'GET' | 'POST' | 'HEAD', url: string, payload?: string, token = accessToken) => {
    const headers = {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const answer = await portico.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
    return { status: answer.statusCode, text: answer.body, id: idIn(answer.body) }
  }

  it('return the same data for GET and POST, over REST and tRPC', async () => {
    const posted = await send('POST', '/api/agency/getAllAgencies', '{}')
    expect(await send('GET', '/api/agency/getAllAgencies')).toEqual(posted)
    const data = JSON.parse(posted.text).data
    expect(JSON.parse((await send('GET', '/trpc/agency.getAllAgencies')).text)).toEqual({ result: { data } })
  })

  it.each([
    ['POST', '/api/agency%2FgetAllAgencies', '{}', 404, 'NO_SUCH_PATH'],
    ['POST', '/api/agency/getAllAgencies/', '{}', 404, 'NO_SUCH_PATH'],
    ['POST', '/api/agency/__proto__', '{}', 404, 'NO_SUCH_PATH'],
    ['POST', '/trpc/agency.__proto__', '{}', 404, 'NO_SUCH_PATH'],
    ['POST', '/trpc/constructor', '{}', 404, 'NO_SUCH_PATH'],
    ['GET', '/trpc/agency.saveAgency?input=%7B%22name%22%3A%22Made%20by%20a%20link%22%7D', undefined, 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/trpc/agency.saveAgency', '{"name":', 400, 'VALIDATION_ERROR'],
    ['POST', '/trpc/agency.saveAgency', 'null', 422, 'VALIDATION_ERROR'],
  ] as const)('%s %s with body %s returns %i', async (method, url, payload, status, id) => {
    const answer = await send(method, url, payload)
    expect([answer.status, answer.id], answer.text).toEqual([status, id])
    expect(await portico.sql(`select id from agency where name = 'Made by a link'`)).toEqual([])
  })

  it.each(['/api/agency/saveAgency', '/trpc/agency.saveAgency'])('reject bodies that would set a prototype: %s', async (url) => {
    const before = await portico.sql('select * from agency where id = 1')
    expect((await send('POST', url, `{"name":"Proto ${url}","__proto__":{"id":1}}`)).status).toBe(422)
    expect(await portico.sql('select * from agency where id = 1')).toEqual(before)
  })

  it('with an invalid token are treated as anonymous', async () => {
    expect((await send('POST', '/api/getMyProfile', '{}', 'no.such.token')).id).toBe('UNAUTHENTICATED')
    expect((await send('POST', '/api/workshops/getDefaultWorkshop', '{}', 'no.such.token')).status).toBe(200)
  })

  it('may batch ten calls, but not eleven', async () => {
    const many = (count: number) =>
      send('POST', `/trpc/${Array.from({ length: count }, () => 'agency.getAllAgencies').join(',')}?batch=1`, '{}')
    expect(JSON.parse((await many(10)).text)).toHaveLength(10)
    const refused = await many(11)
    expect(refused.status).toBe(400)
    expect(refused.text).not.toMatch(/stack|node_modules/)
  })
})

function idIn(text: string): string | undefined {
  const body = text.startsWith('{') ? JSON.parse(text) : {}
  return body.error_id ?? body.error?.data?.failure?.id
}
