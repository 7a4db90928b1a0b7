import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { factsOf } from './error-facts.ts'

export type Log = Logger

/**
 * Creates the process's log, on standard output unless a destination is given. Headers and bodies are never logged, errors only without
 * personal data, and URLs without their query string.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    redact: {
      paths: ['req.headers', 'req.body', 'res.headers', 'busboyOptions.headers', 'err.config', 'password', 'token', 'email'],
      remove: true,
    },
    serializers: {
      err: (error: unknown) => factsOf(error),
      req: (request: { method: string; url: string; id?: string }) => ({
        method: request.method,
        url: request.url.split('?')[0]?.slice(0, 200),
        id: request.id,
      }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
