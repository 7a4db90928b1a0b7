import type { Server } from 'node:http'
import { Server as SocketServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const announceMs = 1_000
const settleMs = 500
const graceMs = 5_000
const stopping = new WeakSet<object>()

/** Whether this server has been told to stop: it answers, and is to be asked no more. */
export function isStopping({ server }: Pick<FastifyInstance, 'server'>): boolean {
  return stopping.has(server)
}

/**
 * Stops answering without cutting anybody off. For a second each answer says that its connection ends, and `/health/ready` that others have to
 * be asked; then no more connections are taken, those that are being answered may finish for five seconds, and the others are closed.
 */
export async function stopAnswering(app: FastifyInstance): Promise<void> {
  const { server } = app
  stopping.add(server)
  server.prependListener('request', (_request, response) => void response.setHeader('connection', 'close'))
  if ((await countConnections(server)) > 0) await delay(announceMs)
  // Closing the HTTP server would close at once what it has just accepted: a request that is not read yet looks idle.
  const finished = new Promise((resolve) => SocketServer.prototype.close.call(server, resolve))
  await Promise.race([finished, delay(settleMs, undefined, { ref: false })])
  // A connection that a browser keeps for its next request becomes idle only when its answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([finished, delay(graceMs, undefined, { ref: false })])
  clearInterval(sweep)
  await app.close()
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
}
