import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy with a fixed port in front of another port that simulates network failures. */
export interface NetworkProxy {
  readonly port: number
  redirectTo(port: number): void
  /** Drops all traffic. Earlier connections and those made in the meantime stay dead for good, as behind a firewall that lost its state. */
  dropTraffic(drop: boolean): void
  /** Delays all traffic by this time. */
  delay(ms: number): void
  close(): void
}

/** Opens a proxy to a local port that can drop or delay traffic, or be redirected. */
export async function openNetworkProxy(target: number): Promise<NetworkProxy> {
  const sockets = new Set<Socket>()
  const deadSockets = new WeakSet<Socket>()
  let [port, isDropping, delayMs] = [target, false, 0]
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      if (isDropping) deadSockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.on('data', (bytes) => {
        if (isDropping) deadSockets.add(one).add(other)
        if (deadSockets.has(one)) return
        if (delayMs === 0) other.write(bytes)
        else setTimeout(() => other.writable && other.write(bytes), delayMs)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    redirectTo: (other) => void (port = other),
    delay: (ms) => void (delayMs = ms),
    dropTraffic(drop) {
      isDropping = drop
      if (drop) for (const socket of sockets) deadSockets.add(socket)
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
