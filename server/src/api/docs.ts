import type { AnyTRPCRouter } from '@trpc/server'
import swaggerUi from '@fastify/swagger-ui'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

const uiConfig = {
  layout: 'BaseLayout',
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelExpandDepth: 3,
  defaultModelsExpandDepth: 0,
} as const

/** Serves the API's document at `/api/openapi.json` and the page to read and try it at `/api/docs`. */
export async function mountDocs(app: FastifyInstance, router: AnyTRPCRouter, publicUrl: string): Promise<void> {
  const document = openApiDocument(router, publicUrl)
  app.get('/api/openapi.json', async () => document)
  await app.register(async (scope) => {
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } })
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false, theme: { title: 'Portico: the calls' }, uiConfig })
  })
}
