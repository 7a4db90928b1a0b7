import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../src/infra/postgres/embedded-postgres.ts'
import { readEnv } from '../src/infra/env.ts'
import { start, type Running } from '../src/main.ts'

const root = { email: 'root@example.org', password: 'a long password' }
const dataDir = await mkdtemp(join(tmpdir(), 'portico-outage-'))
let postgres = await startEmbeddedPostgres({ dataDir })
const proxy = await openProxy(postgres.url)
const portal = await startPortal()

afterAll(async () => {
  await portal.stop()
  proxy.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

it('every call reports that PostgreSQL is down, and everything works again once it is back, e-mails included', async () => {
  const signedIn = await signIn()
  expect(signedIn).toMatchObject({ status: 200 })
  const rush = Promise.all(Array.from({ length: 30 }, () => signIn('nobody@example.org')))
  await postgres.stop()
  for (const { status } of await rush) expect([401, 503]).toContain(status)
  expect((await get('/health/ready')).status).toBe(503)
  expect((await get('/health/live')).status).toBe(200)
  const away = { status: 503, body: { error_id: 'UNAVAILABLE' }, retryAfter: '2' }
  expect(await post('workshops/getDefaultWorkshop', {})).toMatchObject(away)
  expect((await fetch(`${portal.url}/trpc/workshops.getDefaultWorkshop`)).headers.get('retry-after')).toBe('2')
  // The browser must keep its cookie, or the session could not be ended later.
  expect(await post('sign-out', undefined, '/api/auth/', signedIn.cookie)).toMatchObject({ ...away, cookie: '' })
  const submission = { name: 'any', language: 'en', answers: {} }
  expect(await post('responses/addNewQuestionnaireResponse', submission)).toMatchObject(away)

  postgres = await startEmbeddedPostgres({ dataDir })
  proxy.pointTo(postgres.url)
  await expect.poll(async () => (await get('/health/ready')).status, { timeout: 10_000 }).toBe(200)
  const again = await Promise.all(Array.from({ length: 30 }, () => post('workshops/getDefaultWorkshop', {})))
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
  expect(await signIn()).toMatchObject({ status: 200 })
  expect(await post('sign-out', undefined, '/api/auth/', signedIn.cookie)).toMatchObject({ status: 200 })
  expect((await post('tokens/refresh', undefined, '/api/auth/', signedIn.cookie)).body).toMatchObject({ error_id: 'NO_SESSION' })
  expect(await post('beginResetPassword', { email: root.email }, '/api/auth/')).toMatchObject({ status: 200 })
  await expect.poll(() => readdir(join(dataDir, 'outbox')).catch(() => []), { timeout: 20_000 }).toHaveLength(1)
}, 60_000)

it('an unresponsive PostgreSQL makes the portal not ready within seconds, and the portal recovers', async () => {
  proxy.hold(true)
  expect((await get('/health/ready')).status).toBe(503)
  proxy.hold(false)
  await expect.poll(async () => (await get('/health/ready')).status, { timeout: 10_000 }).toBe(200)
}, 30_000)

async function startPortal(): Promise<Running> {
  const probe = createServer()
  const port = await listen(probe)
  await new Promise((resolve) => probe.close(resolve))
  const { email, password } = root
  const settings = { DATA_DIR: dataDir, PORT: String(port), DEMO: 'off', ROOT_EMAIL: email, ROOT_PASSWORD: password, LOG_LEVEL: 'silent' }
  return start({ ...readEnv(settings), databaseUrl: proxy.url, embedded: true })
}

/** Opens a proxy with a fixed address in front of a PostgreSQL that may restart on another port. */
async function openProxy(url: string) {
  const sockets = new Set<Socket>()
  let port = Number(new URL(url).port)
  let held = false
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.on('data', (bytes) => held || other.write(bytes))
    }
  })
  const own = await listen(server)
  return {
    url: Object.assign(new URL(url), { port: String(own) }).href,
    /** Holds all traffic; releasing it closes the connections, so that clients must reconnect. */
    hold(holding: boolean) {
      held = holding
      if (!held) for (const socket of sockets) socket.destroy()
    },
    pointTo: (other: string) => void (port = Number(new URL(other).port)),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
}

function signIn(email = root.email) {
  return post('login/local', { ...root, email }, '/api/auth/')
}

async function post(path: string, body: unknown, under = '/api/', cookie?: string) {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) }
  const answer = await fetch(`${portal.url}${under}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return {
    status: answer.status,
    body: await answer.json(),
    retryAfter: answer.headers.get('retry-after'),
    cookie: answer.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; '),
  }
}

async function get(path: string): Promise<Response> {
  return fetch(`${portal.url}${path}`)
}
