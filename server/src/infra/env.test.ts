import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv, settingNames } from './env.ts'

const production = { DATABASE_URL: 'postgresql://u:p@db:5432/portico', KEYRING_FILE: '/keys/keyring.json' }

const provider = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'portico', OIDC_CLIENT_SECRET: 's', OIDC_DOMAINS: 'example.org' }

describe('readEnv', () => {
  it.each([
    ['.env.example', (name: string) => `#${name}=`],
    ['shared/spec/operating.md', (name: string) => `\`${name}\``],
  ])('reads only settings that are documented in %s', (path, form) => {
    const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
    expect(settingNames.filter((name) => !text.includes(form(name)))).toEqual([])
  })

  it('uses defaults for the embedded setup when no variable is set', () => {
    expect(readEnv({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      metrics: undefined,
      tracesEndpoint: undefined,
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      databaseMigrationUrl: undefined,
      databaseSessionUrl: undefined,
      publicUrl: undefined,
      smtpUrl: undefined,
      textGateway: undefined,
      textCallingCodes: ['1'],
      outboxHours: 24,
      keyringFile: resolve('.data/keyring.json'),
      auditAnchorFile: resolve('.data/audit-heads.jsonl'),
      deletionsFile: resolve('.data/deletions.jsonl'),
      backupRecipients: [],
      backupDir: undefined,
      backupKeepDays: 30,
      seed: 'this-machine',
      sandbox: false,
      loopbackWebhooks: false,
      retentionDays: 180,
      dropOff: false,
      identityProvider: undefined,
      rootEmail: undefined,
      rootPassword: undefined,
      logLevel: 'info',
      trustProxy: false,
    })
  })

  it('reads the text gateway, including a sender number with an unencoded plus', () => {
    const source = {
      SMS_URL: 'https://AC1:s%2Fcret@api.example.org/v1/Accounts/AC1/?from=+14085550100',
      PUBLIC_URL: 'https://portico.example.org',
    }
    const gateway = { base: 'https://api.example.org/v1/Accounts/AC1', account: 'AC1', token: 's/cret', from: '+14085550100' }
    expect(readEnv(source).textGateway).toEqual(gateway)
    expect(readEnv({ ...source, SMS_URL: 'http://a:b@localhost:1/x?from=MG1' }).textGateway?.from).toBe('MG1')
  })

  it.each([
    ['without a PUBLIC_URL for its reports', { SMS_URL: 'https://a:b@c.example/x?from=MG1' }, 'SMS_URL: needs PUBLIC_URL'],
    [
      'without a sender',
      { SMS_URL: 'https://a:b@c.example/x', PUBLIC_URL: 'https://p.example' },
      'SMS_URL: write account, token and sender',
    ],
    ['without a token', { SMS_URL: 'https://a@c.example/x?from=MG1', PUBLIC_URL: 'https://p.example' }, 'SMS_URL: write account'],
    ['without TLS', { SMS_URL: 'http://a:b@c.example/x?from=MG1', PUBLIC_URL: 'https://p.example' }, 'SMS_URL: write its https address'],
    [
      'in the sandbox',
      { SMS_URL: 'https://a:b@c.example/x?from=MG1', PUBLIC_URL: 'http://localhost', SANDBOX: 'on' },
      'SANDBOX: for trying',
    ],
  ])('rejects a text gateway %s', (_what, source, fault) => {
    expect(() => readEnv(source)).toThrow(fault)
  })

  it.each([
    ['this machine by default', {}, 'this-machine'],
    ['this machine with a loopback PUBLIC_URL', { PUBLIC_URL: 'http://localhost:3000' }, 'this-machine'],
    ['this machine with TRUST_PROXY=off', { TRUST_PROXY: 'off' }, 'this-machine'],
    ['nobody with DATABASE_URL', production, 'none'],
    ['nobody on a public HOST', { HOST: '0.0.0.0' }, 'none'],
    ['anyone on a public HOST with DEMO=on', { HOST: '0.0.0.0', DEMO: 'on' }, 'anyone'],
    ['this machine on loopback with DEMO=on', { DEMO: 'on' }, 'this-machine'],
    ['nobody with DEMO=off', { DEMO: 'off' }, 'none'],
    ['nobody with a public PUBLIC_URL', { PUBLIC_URL: 'https://portico.example.org' }, 'none'],
    ['nobody with a PUBLIC_URL in the local network', { PUBLIC_URL: 'http://192.168.1.5:3000' }, 'none'],
    ['nobody behind a proxy', { TRUST_PROXY: 'on' }, 'none'],
    ['nobody behind a named proxy', { TRUST_PROXY: 'loopback', PUBLIC_URL: 'http://localhost:8080' }, 'none'],
  ])('decides who may use the seed data: %s', (_name, source, seed) => {
    expect(readEnv(source).seed).toBe(seed)
  })

  it.each([{ TRUST_PROXY: 'on' }, { PUBLIC_URL: 'https://portico.example.org' }, { HOST: '0.0.0.0' }, production])(
    'rejects webhooks to this machine with %j',
    (where) => {
      expect(() => readEnv({ ...where, WEBHOOK_LOOPBACK: 'on' })).toThrow('WEBHOOK_LOOPBACK: for development')
      expect(readEnv(where).loopbackWebhooks).toBe(false)
    },
  )

  it.each([
    { TRUST_PROXY: 'on' },
    { PUBLIC_URL: 'https://portico.example.org' },
    { HOST: '0.0.0.0' },
    { DEMO: 'off' },
    { SMTP_URL: 'smtp://mail.example.org:587' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.org' },
    { METRICS_PORT: '9090', METRICS_HOST: '0.0.0.0' },
    provider,
    production,
  ])('rejects the sandbox with %j', (where) => {
    expect(() => readEnv({ ...where, SANDBOX: 'on' })).toThrow('SANDBOX: for trying on this machine alone')
  })

  it('enables seed data and webhooks to this machine in the sandbox', () => {
    expect(readEnv({ SANDBOX: 'on' })).toMatchObject({ sandbox: true, seed: 'this-machine', loopbackWebhooks: true })
  })

  it.each([
    ['a port out of range', { PORT: '70000' }, 'PORT: write a number up to 65535'],
    ['a port that is not a number', { PORT: 'http' }, 'PORT: write a number'],
    ['a database that is not PostgreSQL', { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: write an address like'],
    ['DATABASE_URL without a keyring file', { DATABASE_URL: production.DATABASE_URL }, 'KEYRING_FILE: with DATABASE_URL'],
    ['seed data in an external database', { ...production, DEMO: 'on' }, 'DEMO: seed data never goes into DATABASE_URL'],
    ['a first account without a password', { ROOT_EMAIL: 'rosa@example.org' }, 'ROOT_EMAIL and ROOT_PASSWORD'],
    [
      'a first password that is too short',
      { ROOT_EMAIL: 'rosa@example.org', ROOT_PASSWORD: 'short' },
      'ROOT_PASSWORD: write at least 8 characters',
    ],
    ['an invalid outbox retention', { OUTBOX_KEEP: '1 day' }, 'OUTBOX_KEEP: write on, or a number of hours'],
    [
      'an incomplete identity provider',
      { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'portico' },
      'OIDC_CLIENT_SECRET: single sign-on needs',
    ],
    ['an identity provider without domains', { ...provider, OIDC_DOMAINS: ' , ' }, 'OIDC_DOMAINS: single sign-on needs'],
    ['an identity provider without TLS', { ...provider, OIDC_ISSUER: 'http://id.example.org' }, 'OIDC_ISSUER: write its https address'],
    ['e-mail addresses instead of domains', { ...provider, OIDC_DOMAINS: 'ana@example.org' }, 'OIDC_DOMAINS: write domains'],
    ['roots without passwords', { ...provider, OIDC_ONLY_ROLES: 'ROOT_USER' }, 'OIDC_ONLY_ROLES: write AGENCY, ADMIN_USER or VOLUNTEERV1'],
    ['roles without a way to sign in', { OIDC_ONLY_ROLES: 'AGENCY' }, 'OIDC_ONLY_ROLES: needs OIDC_ISSUER'],
    ['DATABASE_MIGRATION_URL alone', { DATABASE_MIGRATION_URL: production.DATABASE_URL }, 'DATABASE_MIGRATION_URL: needs DATABASE_URL'],
    ['DATABASE_SESSION_URL alone', { DATABASE_SESSION_URL: production.DATABASE_URL }, 'DATABASE_SESSION_URL: needs DATABASE_URL'],
    ['seed data behind a proxy', { TRUST_PROXY: 'on', DEMO: 'on' }, 'DEMO: everyone knows the password'],
    ['seed data on a public URL', { PUBLIC_URL: 'https://portico.example.org', DEMO: 'on' }, 'DEMO: everyone knows the password'],
    ['zero proxies', { TRUST_PROXY: '0' }, 'TRUST_PROXY: write on, off, how many proxies there are, or addresses like 10.0.0.0/8'],
    [
      'a collector URL without a protocol',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT: write an address',
    ],
    ['an invalid network', { TRUST_PROXY: 'loopback, 10.0.0.0/33' }, 'TRUST_PROXY: write on'],
  ])('rejects %s and says what to write', (_name, source, fault) => {
    expect(() => readEnv(source)).toThrow(fault)
  })

  it.each(['uniquelocal', 'loopback, 10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])('trusts the forwarding headers of %s', (networks) => {
    expect(readEnv({ TRUST_PROXY: networks }).trustProxy).toBe(networks)
  })

  it.each([
    ['on', 1],
    ['true', 1],
    ['1', 1],
    ['2', 2],
    ['off', false],
  ])('maps TRUST_PROXY=%s to %s trusted proxies', (value, trusted) => {
    expect(readEnv({ TRUST_PROXY: value }).trustProxy).toBe(trusted)
  })

  it('reads all settings of an identity provider, and allows one without TLS on this machine', () => {
    const set = { ...provider, OIDC_ISSUER: 'http://localhost:4000', OIDC_DOMAINS: 'Example.org, example.net', OIDC_ONLY_ROLES: 'AGENCY' }
    expect(readEnv(set).identityProvider).toEqual({
      issuer: 'http://localhost:4000',
      clientId: 'portico',
      clientSecret: 's',
      domains: ['example.org', 'example.net'],
      label: 'Sign in with your organization',
      rolesWithoutPassword: ['AGENCY'],
    })
  })

  it('reads how long sent e-mails stay in the outbox folder', () => {
    expect([readEnv({ OUTBOX_KEEP: '72' }).outboxHours, readEnv({ OUTBOX_KEEP: 'on' }).outboxHours]).toEqual([72, undefined])
  })

  it('reports every invalid setting at once', () => {
    expect(() => readEnv({ PORT: 'x', SMTP_URL: 'http://mail', LOG_LEVEL: 'loud' })).toThrow(/PORT: [\s\S]*SMTP_URL: [\s\S]*LOG_LEVEL: /)
  })

  it('treats empty variables as absent', () => {
    expect(readEnv({ PORT: '', SMTP_URL: '' }).port).toBe(3000)
  })
})
