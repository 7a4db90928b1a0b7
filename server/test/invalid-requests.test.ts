import { request } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { faults } from '@portico/shared/words/failures'
import { limits } from '@portico/shared/words/limits'
import { noInput } from '../src/api/procedures.ts'
import { endpoints, rowOf } from './calls/calls.ts'
import { openWorld } from './calls/world.ts'
import { transports } from './support/both-transports.ts'
import { openPortico } from './support/harness.ts'

const portico = await openPortico()
const world = await openWorld(portico)
let rosa = await portico.as('rosa')

describe('every call', () => {
  // Some of these calls may end her sessions.
  beforeEach(async () => {
    rosa = await portico.as('rosa')
  })

  it.each(endpoints.map(({ path, meta }) => [path, meta] as const))('%s answers 422 to malformed input', async (path, meta) => {
    if (meta.multipart) {
      const form = new FormData()
      form.append('title', '1st questionnaire')
      for (const [, call] of transports) {
        const answer = await call(portico.app, path, form, { token: rosa.accessToken })
        expect([answer.status, answer.id, answer.issues?.[0]?.path]).toEqual([422, 'VALIDATION_ERROR', ['title']])
      }
      return
    }
    for (const sent of ['nonsense', [1], 7]) {
      for (const [, call] of transports) {
        const answer = await call(portico.app, path, sent, { token: rosa.accessToken })
        expect([answer.status, answer.id, answer.message], answer.text).toEqual([422, 'VALIDATION_ERROR', faults.VALIDATION_ERROR.message])
        expect(answer.issues).toEqual([{ path: [], code: expect.stringMatching(/^invalid_(type|union)$/), message: expect.any(String) }])
      }
    }
  })

  it.each(endpoints.map(({ path, url }) => [path, url] as const))('%s answers 415 to another content type', async (path, url) => {
    for (const at of [url, `/trpc/${path}`]) {
      const answer = await portico.app.inject({
        method: 'POST',
        url: at,
        headers: { 'content-type': 'text/plain', authorization: `Bearer ${rosa.accessToken}` },
        payload: 'name=x',
      })
      expect([answer.statusCode, idIn(answer.json())], answer.body).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
  })

  it.each([
    ['4 MB of JSON', 4 * 1024 * 1024, 'responses.getAllResponses', 'application/json', '{"name":"'],
    [
      '20 MB of files',
      limits.uploadRequestBytes,
      'questionnaires.checkFiles',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="questionFile"; filename="q.xlsx"\r\nContent-Type: application/octet-stream\r\n\r\n',
    ],
  ])('accepts at most %s, with or without a content length', async (_most, bytes, path, type, beginning) => {
    const headers = { 'content-type': type, authorization: `Bearer ${rosa.accessToken}` }
    for (const url of [`/api/${path.replaceAll('.', '/')}`, `/trpc/${path}`]) {
      const length = { 'content-length': '30000000' }
      const response = await portico.app.inject({ method: 'POST', url, headers: { ...headers, ...length }, payload: beginning })
      expect([response.statusCode, idIn(response.json())], url).toEqual([413, 'PAYLOAD_TOO_LARGE'])
      const streamed = await pour(new URL(url, await originOf()), headers, beginning, bytes + 100)
      expect([streamed.status, idIn(streamed.body)], url).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    }
  })

  it('rejects a malformed form', async () => {
    for (const payload of ['', 'nonsense', '--x\r\n', '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nhalf', '--x--\r\n']) {
      for (const url of ['/api/questionnaires/checkFiles', '/trpc/questionnaires.checkFiles']) {
        const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${rosa.accessToken}` }
        const answer = await portico.app.inject({ method: 'POST', url, headers, payload })
        expect([answer.statusCode, idIn(answer.json())], `${url} ${payload} ${answer.body}`).toEqual([422, 'VALIDATION_ERROR'])
      }
    }
    const anonymous = { 'content-type': 'multipart/form-data; boundary=x' }
    for (const url of ['/api/questionnaires/checkFiles', '/trpc/questionnaires.checkFiles'])
      expect((await portico.app.inject({ method: 'POST', url, headers: anonymous, payload: 'nonsense' })).statusCode).toBe(401)
  })

  it('answers 404 to an unknown path, over REST and tRPC', async () => {
    for (const url of ['/api/agency/nothing', '/trpc/agency.nothing']) {
      const answer = await portico.app.inject({ method: 'POST', url, payload: {} })
      expect([answer.statusCode, idIn(answer.json())], url).toEqual([404, 'NO_SUCH_PATH'])
    }
  })

  it.each([
    ['GET', '/api/agency/saveAgency', 'POST'],
    ['PUT', '/api/agency/saveAgency', 'POST'],
    ['HEAD', '/api/agency/saveAgency', 'POST'],
    ['DELETE', '/api/getMyProfile', 'GET, POST, HEAD'],
    ['OPTIONS', '/api/getMyProfile', 'GET, POST, HEAD'],
    ['TRACE', '/api/getMyProfile', 'GET, POST, HEAD'],
    ['PATCH', '/api/questionnaires/checkFiles', 'POST'],
    ['GET', '/trpc/agency.saveAgency', 'POST'],
    ['HEAD', '/trpc/getMyProfile', 'GET, POST'],
    ['HEAD', '/trpc/agency.nothing', 'GET, POST'],
  ] as const)('answers 405 to %s %s, with the allowed methods', async (method, url, allowed) => {
    const answer = await portico.app.inject({ method, url, ...(method === 'PUT' && { payload: 'name=x' }) })
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, allowed])
    if (method !== 'HEAD') expect(idIn(answer.json())).toBe('METHOD_NOT_ALLOWED')
  })

  it.each(endpoints.filter(({ meta }) => !meta.multipart).map(({ path }) => path))('%s names an unknown field', async (path) => {
    for (const [, call] of transports) {
      const answer = await call(portico.app, path, { workshopname: 'x' }, { token: rosa.accessToken })
      const issue = answer.issues?.find(({ code }: { code: string }) => /^(unrecognized_keys|invalid_union)$/.test(code))
      expect([answer.status, answer.id, Boolean(issue)], answer.text).toEqual([422, 'VALIDATION_ERROR', true])
      if (issue.code === 'unrecognized_keys')
        expect([issue.path, answer.message]).toEqual([['workshopname'], expect.stringContaining('workshopname')])
    }
  })

  it.each([
    ['responses.getAllResponses', { pagination: { ofset: 3 } }, ['pagination', 'ofset'], 'Not known here. Known fields: offset, count.'],
    ['responses.getAllResponses', { workshopName: 'x' }, ['workshopName'], expect.stringContaining('name, agencyId')],
    [
      'downloads.enqueueDownload',
      { workshop: { name: 'x' }, configuration: { flavor: 'new' } },
      ['configuration', 'flavor'],
      'Must be one of: all, undownloaded.',
    ],
    [
      'downloads.enqueueDownload',
      { workshop: { name: 'x' }, configuration: {} },
      ['configuration'],
      expect.stringContaining('all or undownloaded'),
    ],
    ['downloads.enqueueDownload', { configuration: { flavor: 'all' } }, ['workshop'], 'Required'],
  ])('%s names the fault in %j', async (path, input, at, message) => {
    for (const [, call] of transports) {
      const answer = await call(portico.app, path, input, { token: rosa.accessToken })
      expect(answer.issues).toEqual([{ path: at, code: expect.any(String), message }])
      expect(answer.message).toContain(at.join('.'))
    }
  })

  it('with many or long unknown fields is refused in few words', async () => {
    const [first, ...others] = Array.from({ length: 1_000 }, (_, index) => `${index}${'x'.repeat(3_900)}`)
    const input = Object.fromEntries([first, ...others].map((name) => [name, 1]))
    for (const [, call] of transports) {
      const answer = await call(portico.app, 'auth.checkLink', { kind: 'registration', token: 'x', ...input })
      expect([answer.status, answer.issues?.length, answer.issues?.[0]?.path]).toEqual([422, 1_000, [`${first?.slice(0, 99)}…`]])
      expect(answer.message).toMatch(/^.{2000,3000}, and 980 more\)$/)
      expect(answer.text.length).toBeLessThan(400_000)
    }
  })

  it('in a batch is answered individually, and a sign-in, a new password or a submission is refused in a batch', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${rosa.accessToken}` }
    const mixed = await portico.app.inject({
      method: 'POST',
      url: '/trpc/workshops.getDefaultWorkshop,workshops.getWorkshop?batch=1',
      headers,
      payload: JSON.stringify({ 0: {}, 1: { name: 'nowhere' } }),
    })
    expect(mixed.json()).toMatchObject([{ result: { data: {} } }, { error: { data: { failure: { id: 'NOT_FOUND' } } } }])
    for (const path of ['auth.login.local', 'auth.register.local', 'auth.finishResetPassword', 'responses.addNewQuestionnaireResponse']) {
      // However the comma and the parameter are encoded.
      for (const url of [`${path},auth.sign-out?batch=1`, `${path}%2Cauth.sign-out?batch=1`, `${path},auth.sign-out?b%61tch=1`]) {
        const { input } = await rowOf(path).sample(world)
        const answer = await portico.app.inject({
          method: 'POST',
          url: `/trpc/${url}`,
          headers,
          payload: JSON.stringify({ 0: input, 1: {} }),
        })
        expect(answer.json()[0].error?.data.failure.id, url).toBe('INVALID_REQUEST')
      }
    }
  })
})

describe('an idempotency key', () => {
  it('is refused if malformed, since it would protect nothing', async () => {
    const { input } = await rowOf('responses.addNewQuestionnaireResponse').sample(world)
    for (const [, call] of transports) {
      const answer = await call(portico.app, 'responses.addNewQuestionnaireResponse', input, { headers: { 'idempotency-key': 'mine' } })
      expect([answer.status, answer.issues]).toEqual([422, [expect.objectContaining({ path: ['idempotencyKey'] })]])
    }
  })

  it('is case-insensitive', async () => {
    const { input } = await rowOf('responses.addNewQuestionnaireResponse').sample(world)
    const key = '0B0F5C1E-0E5B-4B0A-9F3B-0A6C2F6C7D11'
    const ids = new Set<string>()
    for (const [, call] of transports)
      for (const spelt of [key, key.toLowerCase(), key])
        ids.add(
          (await call(portico.app, 'responses.addNewQuestionnaireResponse', input, { headers: { 'idempotency-key': spelt } })).data
            ?.anonymousId,
        )
    expect(ids.size).toBe(1)
    expect([...ids][0]).toMatch(/^\w{4}-/)
  })
})

it.each(endpoints.filter(({ input }) => input === noInput).map(({ path }) => path))(
  '%s accepts an empty body, over REST and tRPC',
  async (path) => {
    // Prepares what the call needs, such as an identity provider.
    await rowOf(path).sample(world)
    const { accessToken } = await portico.as('rosa')
    for (const url of [`/api/${path.replaceAll('.', '/')}`, `/trpc/${path}`]) {
      for (const type of ['application/json', 'text/plain', undefined]) {
        const headers = { authorization: `Bearer ${accessToken}`, ...(type && { 'content-type': type }) }
        const answer = await portico.app.inject({ method: 'POST', url, headers, ...(type && { payload: '' }) })
        const expected = path === 'auth.tokens.refresh' ? 'NO_SESSION' : undefined
        if (path !== 'auth.sign-out') expect(idIn(answer.json()), `${url} ${type} ${answer.body}`).toBe(expected)
        else expect(answer.statusCode).toBe(200)
      }
    }
  },
)

function idIn(body: unknown): string | undefined {
  return (body as any).error_id ?? (body as any).error?.data?.failure.id
}

async function originOf(): Promise<string> {
  const address = portico.app.server.address()
  if (address === null) return portico.app.listen({ port: 0, host: '127.0.0.1' })
  return typeof address === 'object' ? `http://127.0.0.1:${address.port}` : address
}

// Sends this many bytes after the beginning, without a content length, and no more: a server that stops reading resets the connection, and
// its response may be lost.
function pour(
  url: URL,
  headers: Record<string, string>,
  beginning: string,
  bytes: number,
): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        sent.destroy()
        resolve({ status: answer.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) })
      })
    })
    sent.on('error', reject)
    sent.write(beginning + 'x'.repeat(bytes))
  })
}
