import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../calls/calls.ts'
import { transports } from '../support/both-transports.ts'
import { openPortico } from '../support/harness.ts'

const portico = await openPortico()
const rosa = await portico.as('rosa')
const maxIssues = 1_000

const unknownFields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_one, place) => [`field${place}`, 0]))

it.each([
  ['workshops.getDefaultWorkshop', unknownFields(4_900)],
  ['seats.openSeat', { token: 'x', ...unknownFields(4_900) }],
  ['responses.getStatus', { respondent: unknownFields(4_900), contact: 'x' }],
  ['auth.login.secondFactor', { challenge: 'x', code: '1', ...unknownFields(4_900) }],
])('%s reports a limited number of issues, so that a response is never much larger than its request', async (path, input) => {
  for (const [, call] of transports) {
    const answer = await call(portico.app, path, input)
    expect([answer.status, answer.id]).toEqual([422, 'VALIDATION_ERROR'])
    expect(answer.issues).toHaveLength(maxIssues)
    expect(answer.text.length).toBeLessThan(300 * maxIssues)
  }
})

it.each(endpoints.filter(({ meta }) => !meta.multipart).map(({ path, url }) => [path, url] as const))(
  '%s rejects a form, which may be five times as large as JSON',
  async (path, url) => {
    const form = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--x--\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${rosa.accessToken}` }
    for (const at of [url, `/trpc/${path}`, `/trpc/${path},${path}?batch=1`]) {
      const answer = await portico.app.inject({ method: 'POST', url: at, headers, payload: form })
      expect([at, answer.statusCode]).toEqual([at, 415])
    }
  },
)

describe.each(['multipart/form-data', 'Multipart/Form-Data', 'MULTIPART/FORM-DATA'])('a form with the content type %s', (type) => {
  const boundary = 'Boundary'
  const send = (url: string, headers: Record<string, string>, payload = '') =>
    portico.app.inject({ method: 'POST', url, headers: { 'content-type': `${type}; boundary=${boundary}`, ...headers }, payload })

  it.each([
    ['of a visitor who may not upload', 'questionnaires.checkFiles', 401],
    ['for a call that takes none', 'workshops.getDefaultWorkshop', 415],
  ])('%s is refused over tRPC before it is read', async (_whose, path, status) => {
    expect((await send(`/trpc/${path}`, { 'content-length': '30000000' })).statusCode).toBe(status)
  })

  it('is read over both transports', async () => {
    const form = `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n--${boundary}--\r\n`
    for (const url of ['/api/questionnaires/checkFiles', '/trpc/questionnaires.checkFiles']) {
      const answer = await send(url, { authorization: `Bearer ${rosa.accessToken}` }, form)
      expect(answer.body, url).toContain('MISSING_QUESTION_FILE')
    }
  })
})

it('JSON may have its content type in capitals, over both transports', async () => {
  for (const url of ['/api/workshops/getDefaultWorkshop', '/trpc/auth.sign-out']) {
    const answer = await portico.app.inject({ method: 'POST', url, headers: { 'content-type': 'Application/JSON' }, payload: '{}' })
    expect([url, answer.statusCode], answer.body).toEqual([url, 200])
  }
})

it('a compressed body is refused before it is decompressed', async () => {
  const payload = gzipSync(JSON.stringify({ name: 'x'.repeat(3_000_000) }))
  for (const url of ['/api/workshops/getWorkshopQuestionnaire', '/trpc/workshops.getWorkshopQuestionnaire']) {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await portico.app.inject({ method: 'POST', url, headers, payload })
    expect([answer.statusCode, answer.body.includes('UNSUPPORTED_MEDIA_TYPE')], answer.body).toEqual([415, true])
  }
})
