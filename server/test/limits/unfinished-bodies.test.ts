import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openPortico } from '../support/harness.ts'

const portico = await openPortico()
const kilobyte = 1024
const large = 400 * kilobyte
const app = await buildApp(portico.services, { trustProxy: 1, bodyBudget: { total: 3_000 * kilobyte, perAddress: 1_000 * kilobyte } })
let port = 0
const clients: Socket[] = []
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const client of clients) client.destroy()
  await app.close()
})

/** Opens a request of this address and sends all but the last byte of its body, whose length it tells or not. */
async function begin(
  address: string,
  size = large,
  header = `content-length: ${size}`,
  type = 'application/json',
  path = '/trpc/workshops.getDefaultWorkshop',
) {
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  let text = ''
  client.on('error', () => undefined)
  client.on('data', (chunk) => (text += String(chunk)))
  const closed = new Promise((resolve) => client.once('close', resolve))
  const headers = ['host: x', `x-forwarded-for: ${address}`, `content-type: ${type}`, header].join('\r\n')
  client.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n`)
  const body = `{${' '.repeat(size - 2)}`
  client.write(header.startsWith('content-length') ? body : `${size.toString(16)}\r\n${body}`)
  return {
    client,
    closed,
    status: () => Number(text.split(' ')[1] ?? Number.NaN),
    /** Sends the last byte; returns the status of the answer, 0 if the connection is closed without one. */
    async finish(): Promise<number> {
      client.write(header.startsWith('content-length') ? '}' : '}\r\n0\r\n\r\n')
      await Promise.race([closed, expect.poll(() => text).toContain('HTTP/1.1')])
      return Number(text.split(' ')[1] ?? 0)
    },
  }
}

const sent = async (address: string, size = large, header?: string) => (await begin(address, size, header)).finish()
/** The requests that are still open, once this many are. */
const untilOpen = (requests: readonly Awaited<ReturnType<typeof begin>>[], many: number) =>
  expect.poll(() => requests.filter(({ client }) => !client.destroyed).length).toBe(many)
/** Begins a request, and waits until the server has read what was sent. */
async function beginRead(address: string, type?: string) {
  const accepted = once(app.server, 'connection')
  const request = await begin(address, large, undefined, type)
  const [socket] = (await accepted) as [Socket]
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(large)
  return request
}

it('large bodies that are not finished take limited memory of each address, and small ones are always read', async () => {
  const three = [await beginRead('192.0.2.1'), await beginRead('192.0.2.1'), await begin('192.0.2.1')]
  expect(await three[2]?.finish()).toBe(503)
  expect(await sent('192.0.2.1', 10 * kilobyte)).toBe(200)
  expect(await sent('192.0.2.2'), 'another address').toBe(200)
  for (const request of three.slice(0, 2)) expect(await request.finish()).toBe(200)
  await expect.poll(() => sent('192.0.2.1')).toBe(200)
})

it('large bodies that are not finished take limited memory together', async () => {
  const many = []
  for (const last of [3, 4, 5, 6]) many.push(await beginRead(`192.0.2.${last}`), await beginRead(`192.0.2.${last}`))
  expect(await sent('192.0.2.9')).toBe(503)
  expect(await sent('192.0.2.9', 10 * kilobyte)).toBe(200)
  for (const { client } of many) client.destroy()
  await expect.poll(() => sent('192.0.2.9')).toBe(200)
})

it('connections whose body grows past the budget are closed', async () => {
  const chunked = 'transfer-encoding: chunked'
  expect(await sent('192.0.2.1', large, chunked), 'control').toBe(200)
  const three = await Promise.all([1, 2, 3].map(() => begin('192.0.2.1', large, chunked)))
  await untilOpen(three, 2)
  for (const request of three.filter(({ client }) => !client.destroyed)) expect(await request.finish()).toBe(200)
})

it.each(['multipart/mixed; boundary=x', 'text/plain', 'Application/JSON'])('bodies of the type %s count as well', async (type) => {
  const sized = `content-length: ${large}`
  const two = [await beginRead('192.0.2.1', type), await beginRead('192.0.2.1', type)]
  expect(await (await begin('192.0.2.1', large, sized, type)).finish()).toBe(503)
  for (const { client } of two) client.destroy()
  await expect.poll(() => sent('192.0.2.1')).toBe(200)
})

it('what arrives after the answer counts no more', async () => {
  for (let times = 0; times < 6; times += 1) {
    const accepted = once(app.server, 'connection')
    const request = await begin('192.0.2.1', large, undefined, 'application/strange', '/nowhere')
    const [socket] = (await accepted) as [Socket]
    expect(await request.finish()).toBe(404)
    await expect.poll(() => socket.destroyed || socket.bytesRead > large).toBe(true)
    request.client.destroy()
  }
  expect(await sent('192.0.2.1')).toBe(200)
  expect(await sent('192.0.2.1', large, 'transfer-encoding: chunked')).toBe(200)
})

it.each(['application/json', 'text/plain', 'application/strange'])(
  'a body of %s to an unknown path is answered before it is read',
  async (type) => {
    for (const path of ['/nowhere', '/api/nowhere', '/texts/nowhere', '/health/live']) {
      const request = await begin('192.0.2.1', large, undefined, type, path)
      await expect.poll(request.status).toBe(404)
      request.client.destroy()
    }
  },
)

/** Sends chunks of this size to a path until it was answered or disconnected, at most this many. */
async function sendChunks(path: string, size: number, many: number, header = 'x-nothing: 1') {
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  let text = ''
  client.on('error', () => undefined)
  client.on('data', (chunk) => (text += String(chunk)))
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  const headers = ['host: x', 'x-forwarded-for: 192.0.2.7', 'content-type: application/json', 'transfer-encoding: chunked', header].join(
    '\r\n',
  )
  client.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n`)
  const chunk = `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`
  client.write(chunk.repeat(many))
  return { closed, text: () => text, end: () => client.write('2\r\n{}\r\n0\r\n\r\n') }
}

it.each([
  '/nowhere',
  '/%ff',
  '/health/live',
  '/trpc/workshops.getDefaultWorkshop',
  '/api/workshops/getDefaultWorkshop',
  '/api/questionnaires/checkFiles',
])('whoever sends very small chunks to %s is disconnected', async (path) => {
  for (const header of [undefined, 'expect: x']) await (await sendChunks(path, 1, 5_000, header)).closed
})

it.each([
  ['/nowhere', 404],
  ['/health/live', 404],
  ['/trpc/workshops.getDefaultWorkshop', 200],
])('an answer to a body in chunks says that the connection ends: %s', async (path, status) => {
  const request = await sendChunks(path, 1, 2)
  request.end()
  await request.closed
  expect(request.text()).toMatch(new RegExp(`^HTTP/1.1 ${status} .*connection: close`, 'is'))
})

it('control: larger chunks, and a few small ones, are read', async () => {
  for (const [size, many] of [
    [1_000, 300],
    [1, 200],
  ] as const) {
    const request = await sendChunks('/trpc/workshops.getDefaultWorkshop', size, many)
    request.end()
    await expect.poll(request.text).toContain('HTTP/1.1 200')
  }
})
