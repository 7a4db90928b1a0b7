import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readEnv } from '../infra/env.ts'
import { start } from '../main.ts'
import { disableSeedAccounts, seedCredentials } from './seed-accounts.ts'
import { auditTrail } from '../../test/support/audit-trail.ts'
import { mailedSecret, profileOf, refresh, signIn } from '../../test/support/auth-visits.ts'
import { buildApiToken } from '../../test/support/api-tokens.ts'
import { openPortico, type Portico } from '../../test/support/harness.ts'

afterEach(() => vi.restoreAllMocks())

/** Starts Portico on the database of a harness as `npm start` would with these settings, stops it and returns what it printed. */
async function startOnce(portico: Portico, settings: Record<string, string>): Promise<string> {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  const env = readEnv({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: portico.dataDir, ...settings })
  const running = await start({ ...env, databaseUrl: portico.databaseUrl, embedded: true })
  await running.stop()
  return printed.mock.calls.flat().join('\n')
}

const disabledOf = (portico: Portico) =>
  portico.sql<{ email: string }>(`select email from account where disabled_at is not null order by email`)

const hireSomebodyReal = (portico: Portico) =>
  portico.sql(`insert into account (email, name, password_hash, roles, created_at, verified_at)
    values ('real@example.org', 'Real', 'x', '{ROOT_USER}', now(), now())`)

describe('starting without seed data on a database with seed accounts', async () => {
  const portico = await openPortico()

  beforeEach(async () => {
    await portico.sql(`delete from account where email = 'real@example.org'`)
    await portico.sql(`update account set disabled_at = null`)
    await portico.sql(`update account set email = 'rosa@portico.example' where name = 'Rosa Ruiz'`)
  })

  test('control: a start with seed data keeps them enabled and prints the sign-in', async () => {
    expect(await startOnce(portico, {})).toContain(`Sign in with ${seedCredentials.email}`)
    expect(await disabledOf(portico)).toEqual([])
  })

  test.each([
    ['behind a proxy', { PUBLIC_URL: 'https://portico.example.org', TRUST_PROXY: 'on' }],
    ['with DEMO=off', { DEMO: 'off' }],
  ])('disables them, ends their sessions and prints their addresses: %s', async (_name, settings) => {
    const [root, session] = [await portico.as('rosa'), await signIn(portico, 'ana@portico.example')]
    await hireSomebodyReal(portico)
    const since = (await auditTrail(portico)).at(-1)?.id
    const printed = await startOnce(portico, settings)
    expect(printed).toContain('rosa@portico.example')
    expect(printed).not.toContain(seedCredentials.password)
    expect((await disabledOf(portico)).map(({ email }) => email)).toEqual(
      ['adam', 'ana', 'ben', 'rosa', 'tara', 'vera', 'victor'].map((name) => `${name}@portico.example`),
    )
    expect((await profileOf(portico, root.accessToken)).status).toBe(401)
    expect((await refresh(portico, session.cookie)).answer.body.error_id).toBe('NO_SESSION')
    expect((await signIn(portico, 'rosa@portico.example')).answer.status).toBe(401)
    expect((await auditTrail(portico, since)).filter(({ action }) => action === 'seed-accounts.disabled')).toEqual([
      expect.objectContaining({ subjects: expect.arrayContaining([expect.stringMatching(/^account:\d+$/)]) }),
    ])
  })

  test('recognizes a seed account with a changed address by its password and leaves other accounts alone', async () => {
    await hireSomebodyReal(portico)
    await portico.sql(`update account set disabled_at = now() where email not in ('rosa@portico.example', 'real@example.org')`)
    await portico.sql(`update account set email = 'moved@example.org' where email = 'rosa@portico.example'`)
    expect(await disableSeedAccounts(portico.services)).toEqual(['moved@example.org'])
    expect((await disabledOf(portico)).map(({ email }) => email)).not.toContain('real@example.org')
  })

  test('ends what they set going for good: it does not work again after they are enabled', async () => {
    const { token } = await buildApiToken(portico, { calls: ['workshops'] }, 'adam')
    const adam = await portico.as('adam')
    await adam.call.admin.generateRegistrationLink({ account: 'volunteer', email: 'vic@example.org', purpose: '' })
    const invitation = await mailedSecret(portico, 'vic@example.org', 'registration')
    await (await portico.as()).rest('auth/beginResetPassword', { email: 'adam@portico.example' })
    const reset = await mailedSecret(portico, 'adam@portico.example', 'reset-password')
    const visitor = await portico.as()
    const works = async () => [
      (await visitor.rest('workshops/getWorkshopList', {}, { authorization: `Bearer ${token}` })).status === 200,
      (await visitor.rest('auth/checkLink', { kind: 'registration', token: invitation })).body.success,
      (await visitor.rest('auth/checkLink', { kind: 'reset', token: reset })).body.success,
    ]
    expect(await works(), 'control: before').toEqual([true, true, true])
    await disableSeedAccounts(portico.services)
    await portico.sql(`update account set disabled_at = null`)
    expect(await works()).toEqual([false, false, false])
  })

  test('prints a registration link if nobody else can sign in', async () => {
    expect(await startOnce(portico, { DEMO: 'off' })).toContain('/authentication/registration/')
  })

  test('is not undone by a later start with seed data', async () => {
    await disableSeedAccounts(portico.services)
    const printed = await startOnce(portico, {})
    expect(printed).not.toContain(seedCredentials.password)
    expect(printed).toContain('there is no seed sign-in')
    await expect((await portico.as()).call.auth.getOverriddenCredentials()).resolves.toBeNull()
  })
})

async function askRaw(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${request}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  return (await socket.setEncoding('utf8').toArray()).join('')
}

describe('the public seed password', async () => {
  const nowhere = await openPortico({ seedReach: 'none' })
  const here = await openPortico({ seedReach: 'this-machine' })
  const open = await openPortico()
  const ask = async (portico: Portico, path: string, body: object, headers: Record<string, string>) => {
    const visitor = await portico.as()
    return visitor.rest(path, body, headers)
  }
  const proxied = { host: 'localhost', 'x-forwarded-for': '203.0.113.7' }
  const named = { host: 'portico.example.org' }
  const local = { host: '127.0.0.1:3000' }

  test.each([
    ['without seed data', nowhere, local, false],
    ['through a proxy that is not configured', here, proxied, false],
    ['through another host name', here, named, false],
    ['control: on this machine', here, local, true],
    ['control: with DEMO=on', open, { ...named, ...proxied }, true],
  ])('is disclosed and accepted only if the seed condition holds: %s', async (_name, portico, headers, holds) => {
    const response = await ask(portico, 'auth/getOverriddenCredentials', {}, headers)
    expect(response.body.data).toEqual(holds ? seedCredentials : null)
    const signedIn = await ask(portico, 'auth/login/local', { email: 'ana@portico.example', password: seedCredentials.password }, headers)
    expect(signedIn.status).toBe(holds ? 200 : 401)
  })

  const page = 'https://portico.example.org'
  const http = (origin: string) => ({ ...local, origin })
  test.each([
    ['a page of another host', http(page), false],
    ['a page without TLS of another host', http('http://192.0.2.7'), false],
    ['a page that hides its origin', http('null'), false],
    ['a page of another host that is named by Referer only', { ...local, referer: `${page}/authentication/sign-in` }, false],
    ['a page of another site', { ...http('http://localhost:3000'), 'sec-fetch-site': 'cross-site' }, false],
    ['a browser that names no origin', { ...local, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, false],
    ['control: a page of this machine', { ...http('http://127.0.0.1:3000'), 'sec-fetch-site': 'same-origin' }, true],
    ['control: a page of this machine at its IPv6 address', { ...http('http://[::1]:3000'), 'sec-fetch-site': 'same-origin' }, true],
    ['control: a program on this machine', local, true],
    ['control: a program on this machine that uses fetch', { ...local, 'sec-fetch-mode': 'cors' }, true],
  ])('through a proxy that rewrites the host and adds no header, is told by what browsers send: %s', async (_name, headers, holds) => {
    expect((await ask(here, 'auth/getOverriddenCredentials', {}, headers)).body.data).toEqual(holds ? seedCredentials : null)
    const signedIn = await ask(here, 'auth/login/local', { email: 'ana@portico.example', password: seedCredentials.password }, headers)
    expect(signedIn.status).toBe(holds ? 200 : 401)
  })

  test('is not disclosed to a GET, with which browsers send no origin', async () => {
    for (const url of ['/api/auth/getOverriddenCredentials', '/trpc/auth.getOverriddenCredentials']) {
      const { statusCode, body } = await here.app.inject({ method: 'GET', url, headers: local })
      expect([statusCode, body.includes(seedCredentials.email)]).toEqual([200, false])
    }
  })

  test('is not disclosed through a proxy that speaks HTTP/1.0, like older nginx; to a program behind a newer one it is', async () => {
    const port = Number(new URL(await here.app.listen({ port: 0, host: '127.0.0.1' })).port)
    const answers = (version: string) => askRaw(port, `POST /api/auth/getOverriddenCredentials HTTP/${version}`)
    expect(await answers('1.0')).toContain('{"success":true,"data":null}')
    expect(await answers('1.1')).toContain(seedCredentials.email)
  })

  test('triggers no verification link for an unverified account', async () => {
    await nowhere.sql(`update account set verified_at = null where email = 'ana@portico.example'`)
    await signIn(nowhere, 'ana@portico.example')
    await nowhere.drain()
    expect(nowhere.outbox).toEqual([])
  })
})
