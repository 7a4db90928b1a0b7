import { describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../test/stubbed-link.ts'
import { failureOf, formMessageOf, isTransient } from './failure.ts'
import { callRest, CallError } from './rest.ts'

describe('failureOf', () => {
  it('gives the same failure for a refusal over tRPC and over REST', () => {
    const byTrpc = failureOf(new Refusal('INVALID_CODE', 'Used.'))
    const byRest = failureOf(new CallError(200, { success: false, error_id: 'INVALID_CODE', message: 'Used.' }))
    expect([byTrpc.id, byTrpc.message]).toEqual(['INVALID_CODE', 'Used.'])
    expect([byRest.id, byRest.message]).toEqual(['INVALID_CODE', 'Used.'])
  })

  it.each([
    [401, 'UNAUTHENTICATED', 'Authentication failure for endpoint'],
    [403, 'FORBIDDEN', 'Not authorized for endpoint'],
    [413, 'PAYLOAD_TOO_LARGE', 'The request is too large.'],
    [502, 'INTERNAL_ERROR', 'Unexpected response from api'],
    [200, 'INTERNAL_ERROR', 'Unexpected response from api'],
  ])('derives the failure from status %i when the body does not name one', (status, id, message) => {
    expect(failureOf(new CallError(status, '<html>'))).toMatchObject({ id, message })
  })

  it('keeps the issues of a 422, the challenge of a 429 and the correlation id of a 500', () => {
    const issues = [{ path: ['answers', 'zip'], code: 'custom', message: 'Invalid zip code' }]
    expect(failureOf(new Refusal('VALIDATION_ERROR', '', { httpStatus: 422, issues })).issues).toEqual([
      { path: ['answers', 'zip'], code: 'custom', message: 'Invalid zip code' },
    ])
    expect(failureOf(new CallError(429, { error_id: 'TOO_MANY_REQUESTS', challenge: 'abc' })).details.challenge).toBe('abc')
    expect(failureOf(new Refusal('INTERNAL_ERROR', '', { httpStatus: 500, correlationId: 'r-17' })).message).toContain('r-17')
  })

  it('names the correlation id of a REST response that cannot be parsed', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"success": tr', { headers: { 'x-request-id': 'r-19' } }))
    const error: unknown = await callRest('workshops/getDefaultWorkshop', undefined).catch((thrown: unknown) => thrown)
    expect(failureOf(error)).toMatchObject({ id: 'INTERNAL_ERROR', correlationId: 'r-19' })
    expect(failureOf(error).message).toMatch(/^Unexpected response from api\. .*r-19$/)
  })

  it.each([
    ['an error page', Response.json('<html>', { status: 502 }), 'Unexpected response from api'],
    ['JSON with an unexpected shape', Response.json({}), 'Unexpected response from api'],
    [
      'a truncated response',
      new Response('{"result', { headers: { 'x-request-id': 'r-18' } }),
      'Unexpected response from api. If it happens again, tell us this number: r-18',
    ],
  ])('reports an unexpected response when tRPC gets %s', (_what, response, message) => {
    const unreadable = Object.assign(new Error('Unexpected token <'), { meta: { response } })
    expect(failureOf(unreadable)).toMatchObject({ id: 'INTERNAL_ERROR', message })
  })

  it.each([
    [{ error_id: 'NEW_REASON', message: 'Because.' }, 'The api returned a failure: error_id: NEW_REASON message: Because.', 'Because.'],
    [{ error_id: 'NEW_REASON' }, 'The api returned a failure: error_id: NEW_REASON message: ', 'NEW_REASON'],
    [{}, 'The api returned a failure: NO_REASON_GIVEN', 'STATUS_FAILURE'],
  ])('repeats the id and message of an unknown refusal, and only its message in a form: %o', (body, message, inForm) => {
    const failure = failureOf(new CallError(200, { success: false, ...body }))
    expect([failure.message, formMessageOf(failure)]).toEqual([message, inForm])
  })

  it('gives forms the same message as elsewhere for known refusals and other failures', () => {
    for (const error of [new Refusal('INVALID_CODE', 'Used.'), new CallError(502, '<html>'), new CallError(0, undefined)])
      expect(formMessageOf(failureOf(error))).toBe(failureOf(error).message)
  })

  it('repeats an unknown refusal over tRPC as well', () => {
    const byTrpc = { data: { httpStatus: 400, failure: { id: 'NEW_REASON', message: 'Because.' } } }
    expect(failureOf(byTrpc).message).toBe('The api returned a failure: error_id: NEW_REASON message: Because.')
  })

  it.each([new CallError(0, undefined), new TypeError('Failed to fetch'), undefined, 'text'])(
    'reports a network failure when there is no response',
    (error) => {
      expect(failureOf(error).id).toBe('NETWORK')
    },
  )

  it('ignores an error id that is not in the catalogue', () => {
    expect(failureOf(new CallError(403, { error_id: 'constructor' })).id).toBe('FORBIDDEN')
  })
})

describe('isTransient', () => {
  it('is true for transient failures and false for refusals', () => {
    const passing = [new CallError(0, undefined), new CallError(503, ''), new CallError(500, ''), new CallError(429, '')]
    const staying = [new CallError(401, ''), new CallError(403, ''), new CallError(422, { issues: [] }), new Refusal('NOT_FOUND', '')]
    expect(passing.map(isTransient)).toEqual([true, true, true, true])
    expect(staying.map(isTransient)).toEqual([false, false, false, false])
  })
})
