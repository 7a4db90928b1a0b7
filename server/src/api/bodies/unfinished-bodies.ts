import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../infra/failure.ts'
import { networkOf } from '../../infra/security/network.ts'
import { jsonBodyBytes } from './json-bodies.ts'

/** How many bytes of bodies may be held at once, before their calls are admitted: of all callers, and of one network address. */
export interface BodyBudget {
  readonly total: number
  readonly perAddress: number
}

const megabyte = 1024 * 1024
export const defaultBodyBudget: BodyBudget = { total: 256 * megabyte, perAddress: 64 * megabyte }
// Answers to a questionnaire are smaller. As many connections as are accepted hold less than the budget with them.
const smallBytes = 64 * 1024

/**
 * Limits what bodies that are not yet answered take together: everybody may send large ones, slowly and over many connections. Past the
 * budget, large bodies are refused with `UNAVAILABLE` before they are read, and connections that exceed it while sending are closed. Small
 * bodies are always read, and forms are only read from callers who may send files (shared/spec/operating.md#proxies).
 */
export function limitUnfinishedBodies(app: FastifyInstance, { total, perAddress }: BodyBudget = defaultBodyBudget): void {
  const heldBy = new Map<string, number>()
  let held = 0
  const add = (address: string, bytes: number) => {
    held += bytes
    const own = (heldBy.get(address) ?? 0) + bytes
    if (own > 0) heldBy.set(address, own)
    else heldBy.delete(address)
  }
  const hasRoom = (address: string, bytes: number) => held + bytes <= total && (heldBy.get(address) ?? 0) + bytes <= perAddress

  refuseSmallChunks(app)
  app.addHook('preParsing', ({ headers, ip }, reply, payload, done) => {
    // Without a length, a body may be of any size.
    const length = Number(headers['content-length'] ?? 0)
    const isLarge = length > smallBytes || headers['transfer-encoding'] !== undefined
    const isForm = headers['content-type']?.toLowerCase().startsWith('multipart/form-data')
    // What is too large for any call is refused without being read.
    if (!isLarge || isForm || length > jsonBodyBytes) return done(null, payload)
    const address = networkOf(ip)
    if (!hasRoom(address, length)) return done(new Failure('UNAVAILABLE'))
    let own = 0
    const count = (chunk: Buffer) => {
      own += chunk.length
      add(address, chunk.length)
      if (hasRoom(address, 0)) return
      release()
      payload.destroy()
    }
    // A call may be answered before its body has arrived; the rest is not held.
    const release = () => {
      payload.off('data', count)
      add(address, -own)
      own = 0
    }
    payload.on('data', count)
    reply.raw.once('close', release)
    return done(null, payload)
  })
}

const chunksAtFirst = 1_000
const averageBytes = 512

/**
 * Disconnects clients that send very small chunks: each takes the time of a large one. Listens to the server itself, because not every answer
 * is made by a route. The connection of a body in chunks ends with its answer: Node would read the rest, however it is cut up.
 */
function refuseSmallChunks({ server }: FastifyInstance): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers['transfer-encoding'] === undefined) return
    response.setHeader('connection', 'close')
    const push = request.push.bind(request)
    let chunks = 0
    let bytes = 0
    // A listener for data would begin to read the body before whoever needs it.
    request.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
      chunks += 1
      bytes += chunk instanceof Uint8Array ? chunk.length : 0
      if (chunks <= chunksAtFirst || bytes >= chunks * averageBytes) return push(chunk, encoding)
      request.destroy()
      return false
    }
  })
  // An expectation that Node does not know is answered without a request.
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { connection: 'close' }).end()
  })
}
