import { createServer, type AddressInfo } from 'node:net'

/** A port of 127.0.0.1 that no one listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => probe.once('listening', listening))
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  return port
}
