import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import cookies from '@fastify/cookie'
import compress from '@fastify/compress'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountClient } from './client-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-client-'))
let app: FastifyInstance

beforeAll(async () => {
  const page = (language: string, name: string) =>
    `<html lang="${language}"><link rel="canonical" href="https://portico.invalid/${name}"><p>${`${name} `.repeat(2_000)}</p></html>`
  for (const language of ['en', 'es', 'vi', 'zh-Hans', 'ar']) {
    mkdirSync(join(folder, 'pages', language), { recursive: true })
    for (const name of ['index', 'events']) writeFileSync(join(folder, 'pages', language, `${name}.html`), page(language, name))
    mkdirSync(join(folder, 'pages', language, 'questionnaires'))
    writeFileSync(join(folder, 'pages', language, 'questionnaires/[name].html'), page(language, 'any questionnaire'))
  }
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/main-abc.js'), 'export {}')
  writeFileSync(join(folder, 'index.html'), '<html lang="en"><div id="root"></div></html>')
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nAllow: /\n')
  app = await serverOf(folder)
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

async function serverOf(clientDir: string): Promise<FastifyInstance> {
  const server = fastify()
  await server.register(cookies)
  await server.register(compress, { global: true, threshold: 2_048 })
  await mountClient(server, clientDir, 'https://portico.example.org/')
  return server
}

async function languageOf(url: string, headers: Record<string, string> = {}): Promise<string | undefined> {
  const { body } = await app.inject({ url, headers })
  return /<html lang="([^"]*)">/.exec(body)?.[1]
}

describe('the language of a public page', () => {
  it('is the supported one that the browser weights highest', async () => {
    expect(await languageOf('/events', { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' })).toBe('es')
    expect(await languageOf('/events', { 'accept-language': 'en;q=0.2, vi;q=0.7' })).toBe('vi')
    expect(await languageOf('/', { 'accept-language': 'de, zh-CN;q=0.5' })).toBe('zh-Hans')
    expect(await languageOf('/', { 'accept-language': 'es;q=0, ar' })).toBe('ar')
  })

  it('is English if no requested language is supported', async () => {
    for (const wish of ['', '*', 'de', ';;q=,', 'es;q=nonsense']) expect(await languageOf('/', { 'accept-language': wish })).toBe('en')
    expect(await languageOf('/')).toBe('en')
  })

  it('is the one chosen before, regardless of the browser', async () => {
    expect(await languageOf('/events', { cookie: 'portico-language=vi', 'accept-language': 'es' })).toBe('vi')
    expect(await languageOf('/events', { cookie: 'portico-language=../../../etc', 'accept-language': 'es' })).toBe('es')
  })

  it('is taken from the URL first, and stored only for first-time visitors', async () => {
    expect(await languageOf('/events?language=ar', { cookie: 'portico-language=vi', 'accept-language': 'es' })).toBe('ar')
    const first = await app.inject({ url: '/?language=ar' })
    expect(first.headers['set-cookie']).toMatch(/^portico-language=ar; Max-Age=31536000; Path=\/; SameSite=Lax$/)
    const again = await app.inject({ url: '/?language=ar', headers: { cookie: 'portico-language=vi' } })
    expect(again.headers['set-cookie']).toBeUndefined()
    expect(await languageOf('/?language=klingon')).toBe('en')
    expect(await languageOf('/?language=ar&language=vi')).toBe('en')
  })
})

describe('a public page', () => {
  it('declares what it varies by, and is not resent if unchanged', async () => {
    const { headers, statusCode } = await app.inject({ url: '/events' })
    expect(statusCode).toBe(200)
    expect(headers.vary).toBe('Accept-Language, Cookie, Accept-Encoding')
    expect([headers['content-type'], headers['cache-control'], headers['content-language']]).toEqual([
      'text/html; charset=utf-8',
      'no-cache',
      'en',
    ])
    const again = await app.inject({ url: '/events', headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const other = await app.inject({ url: '/events', headers: { 'if-none-match': String(headers.etag), 'accept-language': 'vi' } })
    expect(other.statusCode).toBe(200)
  })

  it('contains the portal’s own URL', async () => {
    const { body } = await app.inject({ url: '/events' })
    expect(body).toContain('href="https://portico.example.org/events"')
  })

  it('is compressed in the encoding that the browser prefers', async () => {
    const get = (encodings: string) => app.inject({ url: '/events', headers: { 'accept-encoding': encodings } })
    const plain = await get('identity')
    const br = await get('gzip, deflate, br')
    const gz = await get('gzip, br;q=0.1')
    expect([plain.headers['content-encoding'], br.headers['content-encoding'], gz.headers['content-encoding']]).toEqual([
      undefined,
      'br',
      'gzip',
    ])
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(gunzipSync(gz.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  })

  it('with a parameter in its path is the same for every value', async () => {
    for (const name of ['citizenship_screening', 'any%20other', '%5Bname%5D'])
      expect(await languageOf(`/questionnaires/${name}`)).toBe('en')
    expect(await languageOf('/questionnaires/one', { 'accept-language': 'ar' })).toBe('ar')
    expect((await app.inject({ url: '/questionnaires/one/two' })).body).toContain('<div id="root"></div>')
  })

  it('answers HEAD without a body', async () => {
    const { statusCode, body } = await app.inject({ method: 'HEAD', url: '/events' })
    expect([statusCode, body]).toEqual([200, ''])
  })
})

describe('for search engines, the site', () => {
  it('lists every page in every language', async () => {
    const { body, headers } = await app.inject({ url: '/sitemap.xml' })
    expect(headers['content-type']).toContain('application/xml')
    expect(body.match(/<loc>/g)).toHaveLength(30)
    expect(body).toContain('<loc>https://portico.example.org/events</loc>')
    expect(body).toContain('<loc>https://portico.example.org/events?language=yue-Hant</loc>')
    expect(body).toContain('hreflang="ar" href="https://portico.example.org/?language=ar"')
    const robots = await app.inject({ url: '/robots.txt' })
    expect(robots.body).toBe('User-agent: *\nAllow: /\n\nSitemap: https://portico.example.org/sitemap.xml\n')
  })

  it('returns 404 instead of a page for missing files', async () => {
    for (const url of ['/ads.txt', '/.well-known/anything', '/assets/gone.js', '/assets/', '/assets/%5c..%5cindex.html', '/favicon.ico']) {
      expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404])
    }
  })
})

describe('any other URL', () => {
  it('serves the single-page app, which does its own routing', async () => {
    for (const url of ['/home/admin/downloads', '/no/such/page', '/citizenship/a_b?x=1', '/events/']) {
      const { statusCode, body } = await app.inject({ url })
      expect([url, statusCode, body]).toEqual([url, 200, '<html lang="en"><div id="root"></div></html>'])
    }
  })

  it('under the API returns NO_SUCH_PATH', async () => {
    for (const url of ['/api/no/such', '/trpc/none']) {
      const { statusCode, body } = await app.inject({ url })
      expect(statusCode).toBe(404)
      expect(body).toContain('NO_SUCH_PATH')
    }
  })

  it('does not expose the page files, and assets are cached for a year', async () => {
    expect((await app.inject({ url: '/pages/en/events.html' })).body).toContain('id="root"')
    expect((await app.inject({ url: '/assets/main-abc.js' })).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })
})

describe('a client built without prerendered pages', () => {
  it('serves the single-page app everywhere', async () => {
    const bare = mkdtempSync(join(tmpdir(), 'portico-bare-'))
    writeFileSync(join(bare, 'index.html'), '<div id="root"></div>')
    writeFileSync(join(bare, 'robots.txt'), 'User-agent: *\n')
    const server = await serverOf(bare)
    expect((await server.inject({ url: '/' })).body).toBe('<div id="root"></div>')
    await server.close()
    rmSync(bare, { recursive: true })
  })
})
