import type { AnyTRPCRouter } from '@trpc/server'
import fastify, { type FastifyInstance } from 'fastify'
import { sendStored, storeBody } from '../site/stored-body.ts'
import { openApiDocument } from './openapi.ts'
import { referencePage, referenceStyle } from './reference.ts'
import { memoizeAsync } from '../../infra/memoize-async.ts'

const uiConfig = {
  layout: 'BaseLayout',
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelExpandDepth: 3,
  defaultModelsExpandDepth: 0,
} as const

const docs = '/api/docs'
const info = { title: 'Portico API', version: '1' }
const withoutScript = '<noscript><meta http-equiv="refresh" content="0; url=/api/docs/reference"></noscript>'
const links = '<p class="links"><a href="/api/openapi.json">OpenAPI document</a> · <a href="/api/docs/reference">Reference</a></p>'

// The files of the API explorer; it reads the document from `json`.
const explorerFiles = [
  'swagger-ui.css',
  'index.css',
  'favicon-32x32.png',
  'favicon-16x16.png',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'swagger-initializer.js',
  'oauth2-redirect.html',
  'oauth2-redirect.js',
].map((name) => `${docs}/static/${name}`)

/**
 * Serves the API document at `/api/openapi.json`, the explorer at `/api/docs`, and a readable reference at `/api/docs/reference`, where
 * browsers without scripts are redirected. Each is generated on first use and then cached, so that repeated or slow requests cost nothing.
 */
export function mountDocs(app: FastifyInstance, router: AnyTRPCRouter, publicUrl: string): void {
  const document = memoize(() => openApiDocument(router, publicUrl))
  const explorer = memoizeAsync(openExplorer)
  const fetchFromExplorer = (url: string) => async (): Promise<DocsFile> => {
    const { headers, rawPayload } = await (await explorer()).inject(url)
    return { type: String(headers['content-type']), content: rawPayload }
  }
  serve(app, ['/api/openapi.json', `${docs}/json`], () => ({
    type: 'application/json; charset=utf-8',
    content: JSON.stringify(document()),
  }))
  serve(app, [`${docs}/reference`], () => ({ type: 'text/html; charset=utf-8', content: referencePage(document()) }))
  serve(app, [`${docs}/reference.css`], () => ({ type: 'text/css; charset=utf-8', content: referenceStyle }))
  serve(app, [docs, `${docs}/`], fetchFromExplorer(docs))
  for (const url of explorerFiles) serve(app, [url], fetchFromExplorer(url))
}

interface DocsFile {
  readonly type: string
  readonly content: string | Uint8Array
}

// A Brotli quality that compresses a megabyte in a tenth of a second.
const quality = 6

function serve(app: FastifyInstance, urls: readonly string[], write: () => DocsFile | Promise<DocsFile>): void {
  const stored = memoizeAsync(async () => {
    const { type, content } = await write()
    return { type, body: await storeBody(Buffer.from(content), quality) }
  })
  for (const url of urls)
    app.get(url, async (request, reply) => {
      const { type, body } = await stored()
      return sendStored(request, reply.type(type), body)
    })
}

/** Creates the explorer as a separate server, which is reachable only through the portal's. */
async function openExplorer(): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')])
  const app = fastify()
  app.addHook('onSend', async (_request, reply, payload) =>
    String(reply.getHeader('content-type')).startsWith('text/html') && typeof payload === 'string'
      ? payload.replace('</head>', `${withoutScript}</head>`).replace('<div id="swagger-ui">', `${links}<div id="swagger-ui">`)
      : payload,
  )
  await app.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0', info, paths: {} } } })
  await app.register(swaggerUi, {
    routePrefix: docs,
    staticCSP: false,
    theme: { title: info.title },
    uiConfig,
  })
  return app
}

// Created on first use, to keep startup fast.
function memoize<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
