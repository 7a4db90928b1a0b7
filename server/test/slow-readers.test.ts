import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { openPortico } from './support/harness.ts'
import { buildApp } from '../src/app.ts'

const portico = await openPortico({ rateLimits: { readsPerAccount: { hits: 2, seconds: 3 } } })
const app = await buildApp(portico.services, { trustProxy: false, readerMs: 1_000 })
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())
const many = 40

it('a reader that stops reading is closed, and one that reads on gets everything', async () => {
  const [stopped, going] = [ask(), ask()]
  stopped.pause()
  expect(await readAll(going)).toBe(many)
  await expect.poll(() => connections(), { timeout: 8_000 }).toBe(0)
  stopped.destroy()
})

it('a stream of rows that waits for a limit stays open, and is whole', async () => {
  const { accessToken } = await portico.as('rosa')
  const accounts = await portico.sql('select from account')
  const answer = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/admin/getAccountList`, {
    method: 'POST',
    headers: { accept: 'application/x-ndjson', 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ pagination: { count: Math.ceil(accounts.length / 3) } }),
  })
  const rows = (await answer.text()).split('\n').filter(Boolean)
  expect(rows).toHaveLength(accounts.length)
})

// More than the network keeps by itself.
function ask(): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  const request = 'GET /api/openapi.json HTTP/1.1\r\nhost: portico.test\r\n'
  socket.write(`${request}\r\n`.repeat(many - 1) + `${request}connection: close\r\n\r\n`)
  return socket
}

async function readAll(socket: Socket): Promise<number> {
  let answers = 0
  for await (const chunk of socket) answers += String(chunk).split('HTTP/1.1 200').length - 1
  return answers
}

function connections(): Promise<number> {
  return new Promise((resolve, reject) => app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))))
}
