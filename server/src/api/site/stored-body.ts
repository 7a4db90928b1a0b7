import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const encodings = ['br', 'gzip', 'identity'] as const

type Encoding = (typeof encodings)[number]

/**
 * A response body that many clients share, ready to send: it is compressed and held in memory once, however many clients there are and
 * however slowly they read.
 */
export interface StoredBody {
  readonly etag: string
  readonly bodies: Readonly<Record<Encoding, Buffer>>
}

/** Compresses a body once for all clients. `quality`: of Brotli, 0 to 11; higher is smaller and slower. */
export async function storeBody(identity: Buffer, quality = constants.BROTLI_MAX_QUALITY): Promise<StoredBody> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  const [br, zipped] = await Promise.all([brotli(identity, { params }), zip(identity, { level: 9 })])
  return { etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`, bodies: { br, gzip: zipped, identity } }
}

/** Sends a body in the client's preferred encoding, or 304 if the client has it; `vary`: what else the body depends on. */
export function sendStored({ headers }: FastifyRequest, reply: FastifyReply, { etag, bodies }: StoredBody, vary = ''): FastifyReply {
  reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', `${vary}Accept-Encoding`)
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  const encoding = encodingFor(headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}

// Of equally preferred encodings, the smallest.
function encodingFor(acceptEncoding = ''): Encoding {
  return negotiate(acceptEncoding, [...encodings]) ?? 'identity'
}
