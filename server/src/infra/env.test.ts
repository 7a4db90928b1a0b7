import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

const production = { DATABASE_URL: 'postgresql://u:p@db:5432/portico', KEYRING_FILE: '/keys/keyring.json' }

describe('the settings', () => {
  it('are all optional on the embedded default', () => {
    expect(readEnv({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      databaseReplicaUrls: [],
      publicUrl: undefined,
      smtpUrl: undefined,
      keyringFile: resolve('.data/keyring.json'),
      demo: true,
      rootEmail: undefined,
      rootPassword: undefined,
      logLevel: 'info',
      trustProxy: false,
    })
  })

  it.each([
    ['with DATABASE_URL there is no demonstration', production, false],
    ['on a host that others reach there is none either', { HOST: '0.0.0.0' }, false],
    ['unless DEMO says so', { HOST: '0.0.0.0', DEMO: 'on' }, true],
    ['DEMO=off gives an empty database', { DEMO: 'off' }, false],
  ])('%s', (_name, source, demo) => {
    expect(readEnv(source).demo).toBe(demo)
  })

  it.each([
    ['a port that is none', { PORT: '70000' }, 'PORT: write a number up to 65535'],
    ['a port in words', { PORT: 'http' }, 'PORT: write a number'],
    ['a database of another kind', { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: write an address like'],
    ['a database without its keys', { DATABASE_URL: production.DATABASE_URL }, 'KEYRING_FILE: with DATABASE_URL'],
    ['demonstration data on a real database', { ...production, DEMO: 'on' }, 'DEMO: demonstration data never goes into DATABASE_URL'],
    ['half a first account', { ROOT_EMAIL: 'rosa@example.org' }, 'ROOT_EMAIL and ROOT_PASSWORD'],
    ['a short first password', { ROOT_EMAIL: 'rosa@example.org', ROOT_PASSWORD: 'short' }, 'ROOT_PASSWORD: write at least 8 characters'],
    ['replicas of nothing', { DATABASE_REPLICA_URLS: production.DATABASE_URL }, 'DATABASE_REPLICA_URLS: needs DATABASE_URL'],
    ['a number of proxies', { TRUST_PROXY: '1' }, 'TRUST_PROXY: write on, off, or addresses like 10.0.0.0/8'],
    ['a network that is none', { TRUST_PROXY: 'loopback, 10.0.0.0/33' }, 'TRUST_PROXY: write on'],
  ])('refuse %s and say what to write', (_name, source, fault) => {
    expect(() => readEnv(source)).toThrow(fault)
  })

  it.each(['uniquelocal', 'loopback, 10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])('believe the forwarding headers of %s', (networks) => {
    expect(readEnv({ TRUST_PROXY: networks }).trustProxy).toBe(networks)
  })

  it('name every fault at once', () => {
    expect(() => readEnv({ PORT: 'x', SMTP_URL: 'http://mail', LOG_LEVEL: 'loud' })).toThrow(/PORT: [\s\S]*SMTP_URL: [\s\S]*LOG_LEVEL: /)
  })

  it('take empty variables for absent ones', () => {
    expect(readEnv({ PORT: '', SMTP_URL: '' }).port).toBe(3000)
  })
})
