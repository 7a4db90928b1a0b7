import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '@portico/shared/words/languages'
import { toErrorResponse } from '../errors.ts'
import { refuse } from '../rest.ts'
import { Failure } from '../../infra/failure.ts'
import { languageFor, PrerenderedPages } from './prerendered-pages.ts'
import { sendStored } from './stored-body.ts'

const languageCookie = 'portico-language'
const yearSeconds = 31_536_000

/**
 * Serves the built client: hashed assets cached for a year, prerendered public pages in the reader's language, and the single-page app for
 * every other URL. Unknown paths under `/api` and `/trpc` are answered as unknown calls.
 * @param publicUrl the public URL of the portal; used in the pages' canonical URLs and the sitemap
 */
export async function mountClient(app: FastifyInstance, clientDir: string | undefined, publicUrl: string): Promise<void> {
  const noSuchPath = (reply: FastifyReply, id: string) => refuse(reply, toErrorResponse(new Failure('NO_SUCH_PATH'), id))
  if (!clientDir || !existsSync(join(clientDir, 'index.html'))) {
    app.setNotFoundHandler((request, reply) => noSuchPath(reply, request.id))
    return
  }
  const pages = new PrerenderedPages(join(clientDir, 'pages'), publicUrl)
  const cacheControl =
    (control: string): FastifyStaticOptions['setHeaders'] =>
    (reply) =>
      void reply.header('cache-control', control)
  const files = { preCompressed: true, index: false, decorateReply: false, acceptRanges: false } as const
  // A wildcard route, because a separate route for each of hundreds of assets would slow down the start by a tenth.
  await app.register(async (scope) => {
    // Folders and path traversal are answered as unknown paths.
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      if (error.statusCode !== 403) throw error
      return noSuchPath(reply, request.id)
    })
    const setHeaders = cacheControl(`public, max-age=${yearSeconds}, immutable`)
    await scope.register(staticFiles, { ...files, root: join(clientDir, 'assets'), prefix: '/assets/', setHeaders })
  })
  await app.register(staticFiles, {
    ...files,
    root: clientDir,
    wildcard: false,
    globIgnore: ['assets/**', 'pages/**', 'robots.txt'],
    setHeaders: cacheControl('no-cache'),
    decorateReply: true,
  })
  for (const path of pages.paths()) app.get<PageRequest>(path, (request, reply) => sendPage(pages, path, request, reply))
  mountForSearchEngines(app, clientDir, pages)
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || isNotPageUrl(request.url)) return noSuchPath(reply, request.id)
    if (isUnlisted(request.url)) reply.header('x-robots-tag', 'noindex, nofollow')
    return reply.sendFile('index.html')
  })
}

/** Applies to API calls and anything that can only be a file: a crawler that requests `/ads.txt` does not get the HTML page. */
function isNotPageUrl(url: string): boolean {
  const [path = ''] = url.split('?')
  return /^\/(api|trpc|assets|health|\.well-known)(\/|$)/.test(path) || /^\/[^/]*\.[a-z\d]+$/i.test(path)
}

// Pages behind a personal link must not be indexed.
function isUnlisted(url: string): boolean {
  return url.split('?')[0] === '/preview'
}

interface PageRequest {
  readonly Querystring: { readonly language?: unknown }
}

async function sendPage(
  pages: PrerenderedPages,
  path: string,
  request: FastifyRequest<PageRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers, query, cookies } = request
  const cookie = cookies[languageCookie]
  const language = languageFor({ query: query.language, cookie, acceptLanguage: headers['accept-language'] })
  const page = await pages.page(path, language)
  if (!page) throw new Failure('NO_SUCH_PATH')
  // Visitors who follow a link in a language keep that language, unless they have already chosen one.
  const fromLink = typeof query.language === 'string' && languageOf(query.language) !== undefined
  if (fromLink && cookie === undefined)
    reply.setCookie(languageCookie, language, { path: '/', maxAge: yearSeconds, sameSite: 'lax', secure: request.protocol === 'https' })
  reply.header('content-language', language).type('text/html; charset=utf-8')
  return sendStored(request, reply, page, 'Accept-Language, Cookie, ')
}

function mountForSearchEngines(app: FastifyInstance, clientDir: string, pages: PrerenderedPages): void {
  app.get('/sitemap.xml', (_request, reply) => reply.type('application/xml; charset=utf-8').send(pages.sitemap()))
  app.get('/robots.txt', async (_request, reply) => {
    const rules = await readFile(join(clientDir, 'robots.txt'), 'utf8')
    return reply.type('text/plain; charset=utf-8').send(`${rules.trimEnd()}\n\nSitemap: ${pages.sitemapUrl()}\n`)
  })
}
