import { pino, type Logger } from 'pino'

export type Log = Logger

/**
 * The process's log. Headers and bodies are never logged; addresses that carry a secret in their path are shown without it.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    redact: { paths: ['req.headers', 'req.body', 'res.headers', 'err.config', 'password', 'token', 'email'], remove: true },
    serializers: {
      req: (request: { method: string; url: string; id?: string }) => ({
        method: request.method,
        url: request.url.split('?')[0]?.slice(0, 200),
        id: request.id,
      }),
    },
  })
}
