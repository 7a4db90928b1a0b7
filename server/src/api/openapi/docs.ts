import type { AnyTRPCRouter } from '@trpc/server'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { openApiDocument } from './openapi.ts'
import { referencePage, referenceStyle } from './reference.ts'

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
const info = { title: 'Portico: the calls', version: '1' }
const withoutScript = '<noscript><meta http-equiv="refresh" content="0; url=/api/docs/reference"></noscript>'
const links = '<p class="links"><a href="/api/openapi.json">OpenAPI document</a> · <a href="/api/docs/reference">To read</a></p>'

/**
 * Serves the API's document at `/api/openapi.json`, the page to try it at `/api/docs`, and one to read at `/api/docs/reference`, where browsers
 * without scripts are led.
 */
export function mountDocs(app: FastifyInstance, router: AnyTRPCRouter, publicUrl: string): void {
  const document = once(() => openApiDocument(router, publicUrl))
  const reference = once(() => referencePage(document()))
  app.get('/api/openapi.json', async () => document())
  app.get('/api/docs/reference', (_request, reply) => reply.type('text/html; charset=utf-8').send(reference()))
  app.get('/api/docs/reference.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(referenceStyle))
  const explorer = once(() => openExplorer(document))
  const explore = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    const known = headers['if-none-match']
    const answer = await (await explorer()).inject({ url, headers: known ? { 'if-none-match': known } : {} })
    if (answer.statusCode === 404) return reply.callNotFound()
    for (const name of ['content-type', 'location', 'etag', 'cache-control'])
      if (name in answer.headers) reply.header(name, answer.headers[name])
    return reply.code(answer.statusCode).send(answer.rawPayload)
  }
  for (const url of [docs, `${docs}/`, `${docs}/*`]) app.get(url, explore)
}

/** The pages to try the calls at, as a server of their own that no one reaches but through the portal's. */
async function openExplorer(document: () => object): Promise<FastifyInstance> {
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
    transformSpecification: () => ({ ...document() }),
    transformSpecificationClone: false,
  })
  return app
}

// Made when it is first asked for: a server that starts has no time for it.
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
