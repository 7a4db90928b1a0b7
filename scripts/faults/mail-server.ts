import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** How it handles an e-mail; `drop` accepts every other one and closes the connection without a response. */
export type MailMode = 'take' | 'refuse' | '421' | '451' | 'drop' | 'hang'

/** A mail server with configurable failures. */
export interface MailServer {
  readonly url: string
  mode: MailMode
  /** Its latency for each e-mail in ms, half of it before and half after accepting it. */
  slowMs: number
  /** How often each `Message-ID` was accepted. */
  readonly taken: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** Opens a mail server on a free port. `refuse` closes each connection at once. */
export async function openMailServer(): Promise<MailServer> {
  const taken = new Map<string, number>()
  let mode: MailMode = 'take'
  let [seen, slowMs] = [0, 0]
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    hideSTARTTLS: true,
    logger: false,
    closeTimeout: 100,
    onConnect(_session, done) {
      if (mode === '421') done(createRefusal(421))
      else done()
    },
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += text.length < 20_000 ? chunk.toString('latin1') : ''))
      stream.on('end', () => void take(text, session.id, done))
    },
  })

  async function take(text: string, sessionId: string, done: (error?: Error) => void): Promise<void> {
    if (mode === 'hang') return
    if (mode === '451') return done(createRefusal(451))
    await delay(slowMs / 2)
    // A client that was killed has closed the connection.
    if (!isConnected(server, sessionId)) return
    const id = /^message-id:\s*(\S+)/im.exec(text)?.[1] ?? 'without an id'
    taken.set(id, (taken.get(id) ?? 0) + 1)
    seen += 1
    await delay(slowMs / 2)
    if (mode === 'drop' && seen % 2 === 0) dropConnection(server, sessionId)
    else done()
  }

  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    if (mode === 'refuse') socket.resetAndDestroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    get mode() {
      return mode
    },
    set mode(next) {
      mode = next
    },
    get slowMs() {
      return slowMs
    },
    set slowMs(next) {
      slowMs = next
    },
    taken,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function createRefusal(responseCode: number): Error {
  return Object.assign(new Error('Not now'), { responseCode })
}

// The library has no API for this.
function dropConnection(server: SMTPServer, sessionId: string): void {
  connectionOf(server, sessionId)?._socket.destroy()
}

function isConnected(server: SMTPServer, sessionId: string): boolean {
  return connectionOf(server, sessionId)?._socket.destroyed === false
}

function connectionOf(server: SMTPServer, sessionId: string) {
  const { connections } = server as unknown as { connections: Set<{ id: string; _socket: Socket }> }
  return [...connections].find(({ id }) => id === sessionId)
}
