import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

const pauseMs = 1_000

/** The callbacks and settings of a listener. */
interface ListenOptions {
  readonly onMessage: (text: string) => void
  /** Called when notifications may have been missed: before the first connection, or while it was lost. */
  readonly onGap: () => void
  /** How often to probe the connection, because a silently dropped one raises no error; defaults to 15 s. */
  readonly probeMs?: number
}

/** `ready` resolves when it first listens. */
export interface Listening {
  readonly ready: Promise<void>
  stop(): Promise<void>
}

/** Listens on a channel of the database, on a dedicated connection that is re-established whenever it is lost. */
export function listen(databaseUrl: string, channel: string, log: Log, { onMessage, onGap, probeMs = 15_000 }: ListenOptions): Listening {
  const stopping = new AbortController()
  const { promise: ready, resolve } = Promise.withResolvers<void>()

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: probeMs,
      query_timeout: probeMs,
    })
    let probeTimer: NodeJS.Timeout | undefined
    const lost = new Promise<void>((end) => {
      client.on('error', () => end()).on('end', () => end())
      probeTimer = setInterval(() => void client.query('select').catch(() => end()), probeMs)
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
      clearInterval(probeTimer)
      await client.end()
    }
  }

  async function listenForever(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenOnce().catch((error: unknown) => log.warn({ err: error }, 'nothing is heard from the database'))
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const ended = listenForever()
  return {
    ready,
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
