import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A TCP relay to the portal that can be cut to simulate a lost network for any browser. */
export class Relay {
  readonly origin: string
  readonly #server: Server
  readonly #line: { cut: boolean; readonly sockets: Set<Socket> }

  private constructor(server: Server, line: { cut: boolean; readonly sockets: Set<Socket> }) {
    this.#server = server
    this.#line = line
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async open(to: string): Promise<Relay> {
    const { hostname, port } = new URL(to)
    const line = { cut: false, sockets: new Set<Socket>() }
    const server = createServer((browser) => {
      if (line.cut) return browser.resetAndDestroy()
      const portal = connect(Number(port), hostname)
      for (const [from, into] of [
        [browser, portal],
        [portal, browser],
      ] as const) {
        line.sockets.add(from)
        from.on('close', () => (line.sockets.delete(from), into.destroy()))
        from.on('error', () => {})
        from.pipe(into)
      }
      return undefined
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return new Relay(server, line)
  }

  cut(): void {
    this.#line.cut = true
    for (const socket of this.#line.sockets) socket.resetAndDestroy()
  }

  restore(): void {
    this.#line.cut = false
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
