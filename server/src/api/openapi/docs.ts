import type { AnyTRPCRouter } from '@trpc/server'
import swaggerUi from '@fastify/swagger-ui'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
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

const info = { title: 'Portico: the calls', version: '1' }
const withoutScript = '<noscript><meta http-equiv="refresh" content="0; url=/api/docs/reference"></noscript>'
const links = '<p class="links"><a href="/api/openapi.json">OpenAPI document</a> · <a href="/api/docs/reference">To read</a></p>'

/**
 * Serves the API's document at `/api/openapi.json`, the page to try it at `/api/docs`, and one to read at `/api/docs/reference`, where browsers
 * without scripts are led.
 */
export async function mountDocs(app: FastifyInstance, router: AnyTRPCRouter, publicUrl: string): Promise<void> {
  const document = once(() => openApiDocument(router, publicUrl))
  const reference = once(() => referencePage(document()))
  app.get('/api/openapi.json', async () => document())
  app.get('/api/docs/reference', (_request, reply) => reply.type('text/html; charset=utf-8').send(reference()))
  app.get('/api/docs/reference.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(referenceStyle))
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) =>
      String(reply.getHeader('content-type')).startsWith('text/html') && typeof payload === 'string'
        ? payload.replace('</head>', `${withoutScript}</head>`).replace('<div id="swagger-ui">', `${links}<div id="swagger-ui">`)
        : payload,
    )
    await scope.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0', info, paths: {} } } })
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: false,
      theme: { title: info.title },
      uiConfig,
      transformSpecification: () => ({ ...document() }),
      transformSpecificationClone: false,
    })
  })
}

// The document is made when it is first asked for: a server that starts has no time for it.
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
