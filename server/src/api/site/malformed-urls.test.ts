import { expect, it } from 'vitest'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()

it.each([
  ['GET', '/api/%E0%A4%A'],
  ['POST', '/trpc/%E0%A4%A'],
  ['GET', '/%'],
  ['POST', `/api/${'a'.repeat(2_500)}`],
  ['TRACE', '/trpc/getMyProfile'],
  ['OPTIONS', '/trpc/getMyProfile'],
  ['PUT', '/trpc/getMyProfile'],
])('%s %s is answered with the usual NO_SUCH_PATH error', async (method, url) => {
  const answer = await portico.app.inject({ method: method as 'GET', url })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ success: false, error_id: 'NO_SUCH_PATH' })
  expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) })
})
