import type { FastifyInstance } from 'fastify'
import { Failure } from '../../infra/failure.ts'
import { isTooComplex } from './json-bodies.ts'

/** Bodies are only read where calls are: anybody can send one to any path, and the JSON parser blocks all others meanwhile. */
export function discardBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null, undefined)
  })
}

/** Reads JSON. A call without input may have a content type and an empty body; browsers label an empty body as plain text. */
export function acceptJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined)
    else done(new Failure('UNSUPPORTED_MEDIA_TYPE'))
  })
  scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if (isTooComplex(body)) return done(new Failure('PAYLOAD_TOO_LARGE'))
    try {
      done(null, JSON.parse(body.toString()))
    } catch {
      done(
        new Failure('VALIDATION_ERROR', 'The body is not valid JSON.', {
          issues: [{ path: [], code: 'invalid_json', message: 'The body is not valid JSON.' }],
        }),
      )
    }
  })
}
