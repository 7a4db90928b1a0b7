import type { Server } from 'node:http'
import { Server as SocketServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const announcementMs = 1_000
const unreadRequestsMs = 500
const graceMs = 5_000
const stopping = new WeakSet<object>()

/** Whether this server has been told to stop; it still answers, but load balancers should stop using it. */
export function isStopping({ server }: Pick<FastifyInstance, 'server'>): boolean {
  return stopping.has(server)
}

/**
 * Stops the server gracefully. For one second, each response closes its connection and `/health/ready` reports the server as unavailable;
 * then no new connections are accepted, requests in progress get five seconds to finish, and the rest are closed.
 */
export async function stopServer(app: FastifyInstance): Promise<void> {
  const { server } = app
  stopping.add(server)
  server.prependListener('request', (_request, response) => void response.setHeader('connection', 'close'))
  if ((await countConnections(server)) > 0) await delay(announcementMs)
  // Closing the HTTP server would immediately close connections it has just accepted: one with an unread request looks idle.
  const finished = new Promise((resolve) => SocketServer.prototype.close.call(server, resolve))
  await Promise.race([finished, delay(unreadRequestsMs, undefined, { ref: false })])
  // A keep-alive connection becomes idle only after its response is sent.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([finished, delay(graceMs, undefined, { ref: false })])
  clearInterval(sweep)
  await app.close()
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
}
