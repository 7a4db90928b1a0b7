import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openPortico } from '../support/harness.ts'

const portico = await openPortico()
const clientDir = mkdtempSync(join(tmpdir(), 'portico-client-'))
for (const language of ['en', 'es']) {
  mkdirSync(join(clientDir, 'pages', language), { recursive: true })
  writeFileSync(join(clientDir, 'pages', language, 'index.html'), `<html lang="${language}">${'<p>Portico</p>'.repeat(300)}</html>`)
}
mkdirSync(join(clientDir, 'assets'))
writeFileSync(join(clientDir, 'assets/main-abc.js'), '/* Portico */'.repeat(300))
for (const file of ['index.html', 'robots.txt']) writeFileSync(join(clientDir, file), 'Portico')
const app = await buildApp(portico.services, { trustProxy: false, clientDir })
afterAll(async () => {
  await app.close()
  rmSync(clientDir, { recursive: true })
})

const get = (url: string) => (headers: Record<string, string>) => app.inject({ url, headers })
const openLink = (headers: Record<string, string>) =>
  app.inject({ method: 'POST', url: '/api/privacy/openLink', headers, payload: { token: 'nothing' } })
const { etag } = (await get('/')({})).headers

describe('of a header that lists preferences, only the first 500 characters count', () => {
  it.each([
    ['accept-language', 'es', 'content-language', 'es', get('/')],
    ['accept-encoding', 'gzip', 'content-encoding', 'gzip', get('/')],
    ['accept-encoding', 'gzip', 'content-encoding', 'gzip', get('/api/openapi.json')],
    ['accept-encoding', 'gzip', 'content-encoding', 'gzip', get('/api/docs/reference')],
    ['accept', 'text/csv', 'content-type', 'text/csv; charset=utf-8', get('/api/workshops/getOpenWorkshopList')],
    ['prefer', 'handling=strict', 'preference-applied', 'handling=strict', openLink],
    ['if-none-match', String(etag), 'content-length', undefined, get('/')],
  ])('%s: %s', async (name, wanted, answered, expected, ask) => {
    const among = async (others: number) => (await ask({ [name]: `${'x,'.repeat(others)}${wanted}` })).headers[answered]
    expect(await among(200), 'control: within them').toBe(expected)
    for (const others of [250, 7_000]) expect(await among(others), `after ${others} others`).not.toBe(expected)
  })

  it('and no part of a word that ends after them', async () => {
    const { headers } = await get('/')({ 'accept-encoding': `${'x,'.repeat(246)}gzip;q=0.123` })
    expect(headers['content-encoding']).toBeUndefined()
    expect((await get('/')({ 'accept-language': 'es'.repeat(7_000) })).headers['content-language']).toBe('en')
  })
})

it('cookies are not decoded, which would take milliseconds for thousands of malformed ones', async () => {
  const decode = vi.spyOn(globalThis, 'decodeURIComponent')
  const malformed = Array.from({ length: 2_000 }, (_one, index) => `${index.toString(36)}=%`)
  const { headers } = await get('/')({ cookie: [...malformed, 'portico-language=es'].join(';') })
  expect([headers['content-language'], decode.mock.calls]).toEqual(['es', []])
  vi.restoreAllMocks()
})

it('a file is sent whole, whichever ranges are asked for', async () => {
  for (const range of ['bytes=0-1', `bytes=0-1${','.repeat(7_000)}`]) {
    const { statusCode, headers, body } = await get('/assets/main-abc.js')({ range })
    expect([statusCode, headers['accept-ranges'], body.length]).toEqual([200, undefined, 3_900])
  }
})
