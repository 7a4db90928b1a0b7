import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A fixed address in front of another port, through which a network can fail. */
export interface NetworkHole {
  readonly port: number
  leadTo(port: number): void
  /** Lets nothing through. Connections from before or meanwhile stay dead for good, as behind a firewall that has forgotten them. */
  swallow(swallowing: boolean): void
  /** Holds everything back for so long. */
  delay(ms: number): void
  close(): void
}

/** Opens a way to a port of this machine that can swallow, delay and be led elsewhere. */
export async function openNetworkHole(target: number): Promise<NetworkHole> {
  const sockets = new Set<Socket>()
  const forgotten = new WeakSet<Socket>()
  let [port, swallowing, delayMs] = [target, false, 0]
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      if (swallowing) forgotten.add(one)
      one.setNoDelay(true)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.on('data', (bytes) => {
        if (swallowing) forgotten.add(one).add(other)
        if (forgotten.has(one)) return
        if (delayMs === 0) other.write(bytes)
        else setTimeout(() => other.writable && other.write(bytes), delayMs)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (other) => void (port = other),
    delay: (ms) => void (delayMs = ms),
    swallow(begin) {
      swallowing = begin
      if (begin) for (const socket of sockets) forgotten.add(socket)
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
