import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

const pauseMs = 1_000

/** What happens to somebody who listens. */
interface Hearing {
  readonly onMessage: (text: string) => void
  /** Things may have been said that nobody heard: before the connection was there, or while it was lost. */
  readonly onGap: () => void
}

/** `ready` resolves when it first listens. */
export interface Listening {
  readonly ready: Promise<void>
  stop(): Promise<void>
}

/** Listens on a channel of the database, on a connection of its own that is made anew whenever it is lost. */
export function listen(databaseUrl: string, channel: string, log: Log, { onMessage, onGap }: Hearing): Listening {
  const stopping = new AbortController()
  const { promise: ready, resolve } = Promise.withResolvers<void>()

  async function hear(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    const lost = new Promise<void>((end) => {
      client.on('error', () => end()).on('end', () => end())
      stopping.signal.addEventListener('abort', () => end(), { once: true })
    })
    client.on('notification', ({ payload = '' }) => onMessage(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      onGap()
      resolve()
      await lost
    } finally {
      await client.end()
    }
  }

  async function keepHearing(): Promise<void> {
    while (!stopping.signal.aborted) {
      await hear().catch((error: unknown) => log.warn({ err: error }, 'nothing is heard from the database'))
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const ended = keepHearing()
  return {
    ready,
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
