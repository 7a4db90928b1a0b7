import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Returns a port of 127.0.0.1 that nothing listens on at the moment. It lies below the range from which systems take the ports of outgoing
 * connections, so that none of them takes it before it is used.
 *
 * @throws when a hundred random ports are all in use.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port between 20000 and 32000')
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
