import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp, type ServerOptions } from '../../src/app.ts'
import { openPortico } from '../support/harness.ts'

const lines: string[] = []
const portico = await openPortico({ logTo: { write: (line) => void lines.push(line) } })
const maxUnanswered = 8
const held = 'GET /held HTTP/1.1\r\nhost: portico.test\r\n\r\n'
const undecodable = 'GET /%ff HTTP/1.1\r\nhost: portico.test\r\n\r\n'
const asking = (name: string) => {
  const body = JSON.stringify({ workshopName: name })
  const head = 'POST /api/workshops/getWorkshopQuestionnaire HTTP/1.1\r\nhost: portico.test\r\ncontent-type: application/json\r\n'
  return `${head}content-length: ${body.length}\r\n\r\n${body}`
}
const opened: Awaited<ReturnType<typeof buildApp>>[] = []
const clients: Socket[] = []
afterAll(async () => {
  for (const client of clients) client.destroy()
  await Promise.all(opened.map((app) => app.close()))
})

describe('requests that a client sends before it has the previous response', () => {
  it('are handled one after another, bodies included', async () => {
    const server = await listen()
    const client = server.open(held.repeat(3) + asking('one') + asking('two'))
    await expect.poll(() => server.started()).toBe(1)
    server.release()
    await expect.poll(() => client.text().split('HTTP/1.1 200').length - 1).toBe(5)
    expect(server.mostAtOnce()).toBe(1)
  })

  it('control: requests of several connections are handled at the same time', async () => {
    const server = await listen()
    for (let index = 0; index < 3; index += 1) server.open(held)
    await expect.poll(() => server.mostAtOnce()).toBe(3)
    server.release()
  })

  it('are not handled once the client is gone', async () => {
    const server = await listen()
    const client = server.open(held.repeat(3))
    await expect.poll(() => server.started()).toBe(1)
    await client.leave()
    server.release()
    // A request that arrives later is answered, so earlier ones would have been started.
    const other = server.open(held)
    await expect.poll(() => other.text()).toContain('HTTP/1.1 200')
    expect(server.started()).toBe(2)
  })

  it.each([
    ['unanswered requests', held],
    ['URLs that cannot be decoded', undecodable],
  ])('close their connection if they are too many: %s', async (_what, request) => {
    const server = await listen()
    const client = server.open(held + request.repeat(maxUnanswered))
    await client.closed
    expect([client.text(), server.started()]).toEqual(['', 1])
  })

  it.each([
    ['unanswered requests', held, 200],
    ['URLs that cannot be decoded', undecodable, 404],
  ])('control: %s are answered if they are few, and again after that', async (_what, request, status) => {
    const server = await listen()
    const client = server.open(held + request.repeat(maxUnanswered - 1))
    server.release()
    const answers = () => client.text().split(`HTTP/1.1 ${status}`).length - 1
    await expect.poll(answers).toBeGreaterThanOrEqual(maxUnanswered - 1)
    client.write(request)
    await expect.poll(() => client.text().split('HTTP/1.1 ').length - 1).toBe(maxUnanswered + 1)
  })
})

it.each([
  ['REST', '/api/workshops/getDefaultWorkshop'],
  ['tRPC', '/trpc/workshops.getDefaultWorkshop'],
])('a request over %s whose client is gone before it is handled is no error', async (_transport, url) => {
  const server = await listen()
  server.closeBefore(url)
  lines.length = 0
  await server.open(`GET ${url} HTTP/1.1\r\nhost: portico.test\r\n\r\n`).closed
  server.release()
  // A request that arrives later is answered, so the first one would have been handled.
  const other = server.open(held)
  await expect.poll(() => other.text()).toContain('HTTP/1.1 200')
  expect(lines).toEqual([])
})

it('connections beyond the limit are closed', async () => {
  const server = await listen({ trustProxy: false, maxConnections: 1 })
  server.release()
  const first = server.open(held)
  await expect.poll(() => first.text()).toContain('HTTP/1.1 200')
  const second = server.open(held)
  await second.closed
  expect(second.text()).toBe('')
  first.write(held)
  await expect.poll(() => first.text().split('HTTP/1.1 200').length - 1).toBe(2)
})

it('control: by default, more than one connection is accepted', async () => {
  const server = await listen()
  server.release()
  const both = [server.open(held), server.open(held)]
  for (const client of both) await expect.poll(() => client.text()).toContain('HTTP/1.1 200')
})

/** Starts a server whose requests to `/held` are answered once they are released. */
async function listen(options: ServerOptions = { trustProxy: false }) {
  const app = await buildApp(portico.services, options)
  const released = Promise.withResolvers<void>()
  let [started, atOnce, mostAtOnce] = [0, 0, 0]
  app.get('/held', async () => {
    started += 1
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await released.promise
    atOnce -= 1
    return {}
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  opened.push(app)
  const { port } = app.server.address() as AddressInfo
  return {
    started: () => started,
    mostAtOnce: () => mostAtOnce,
    release: () => released.resolve(),
    closeBefore(url: string) {
      app.server.prependListener('request', (request) => void (request.url === url && request.socket.destroy()))
    },
    open: (requests: string) => openClient(app.server, port, requests),
  }
}

function openClient(server: Awaited<ReturnType<typeof buildApp>>['server'], port: number, requests: string) {
  const accepted = once(server, 'connection')
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  let text = ''
  client.on('data', (chunk) => (text += String(chunk))).on('error', () => {})
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  client.write(requests)
  return {
    closed,
    text: () => text,
    write: (more: string) => void client.write(more),
    async leave() {
      const [connection] = (await accepted) as [Socket]
      const gone = once(connection, 'close')
      client.destroy()
      await gone
    },
  }
}
