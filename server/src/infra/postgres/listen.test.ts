import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, inject, it } from 'vitest'
import { createLog } from '../log.ts'
import { listen } from './listen.ts'

it('listen reconnects when the network silently drops its connection', async () => {
  const url = new URL(inject('pgBase'))
  const sockets = new Set<Socket>()
  const forgotten = new Set<Socket>()
  const server = createServer((near) => {
    const far = dial(Number(url.port), url.hostname)
    sockets.add(near)
    far.on('error', () => {}).on('data', (bytes) => forgotten.has(near) || near.write(bytes))
    near.on('error', () => {}).on('close', () => far.destroy())
    near.on('data', (bytes) => forgotten.has(near) || far.write(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href
  let gaps = 0
  const listener = { onMessage: () => {}, onGap: () => void (gaps += 1), probeMs: 1_000 }
  const listening = listen(through, 'forgotten', createLog('silent'), listener)
  await listening.ready
  for (const socket of sockets) forgotten.add(socket)
  await expect.poll(() => gaps).toBe(2)
  await listening.stop()
  server.close()
})
