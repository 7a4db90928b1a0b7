import { existsSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { tell } from './api/procedures.ts'
import { refuse } from './api/rest.ts'
import { Failure } from './infra/failure.ts'

/**
 * Serves the built client: hashed assets for a year, pages fresh each time, and the single page for every other address.
 * Unknown paths under `/api` and `/trpc` are answered as calls that are not there.
 */
export async function mountClient(app: FastifyInstance, clientDir: string | undefined): Promise<void> {
  const noSuchPath = (reply: FastifyReply, id: string) => refuse(reply, tell(new Failure('NO_SUCH_PATH'), id))
  if (!clientDir || !existsSync(join(clientDir, 'index.html'))) {
    app.setNotFoundHandler((request, reply) => noSuchPath(reply, request.id))
    return
  }
  await app.register(staticFiles, {
    root: clientDir,
    preCompressed: true,
    wildcard: false,
    index: false,
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const page = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|trpc|assets|health)(\/|\?|$)/.test(request.url)
    return page ? reply.sendFile('index.html') : noSuchPath(reply, request.id)
  })
}
