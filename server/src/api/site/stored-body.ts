import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const encodings = ['br', 'gzip', 'identity'] as const

type Encoding = (typeof encodings)[number]

/** What many readers get the same bytes of, ready to send: however many there are and however slowly they read, it is made and kept once. */
export interface StoredBody {
  readonly etag: string
  readonly bodies: Readonly<Record<Encoding, Buffer>>
}

/** Compresses a body for all who will ask for it. `quality`: of Brotli, 0 to 11; more is smaller and takes longer. */
export async function storeBody(identity: Buffer, quality = constants.BROTLI_MAX_QUALITY): Promise<StoredBody> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  const [br, zipped] = await Promise.all([brotli(identity, { params }), zip(identity, { level: 9 })])
  return { etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`, bodies: { br, gzip: zipped, identity } }
}

/** Sends a body in the encoding that the browser wants most, or says that the browser has it; `vary`: what else it depends on. */
export function sendStored({ headers }: FastifyRequest, reply: FastifyReply, { etag, bodies }: StoredBody, vary = ''): FastifyReply {
  reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', `${vary}Accept-Encoding`)
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  const encoding = encodingFor(headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}

// Of several that it wants as much, the smallest.
function encodingFor(acceptEncoding = ''): Encoding {
  return negotiate(acceptEncoding, [...encodings]) ?? 'identity'
}
