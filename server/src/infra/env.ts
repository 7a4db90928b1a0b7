import { isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { limits } from '@portico/shared/words/limits'
import type { IdentityProviderSettings } from './security/identity-provider.ts'
import { isLoopback } from './security/network.ts'
import { gatewayAddress, type GatewayAddress } from './texts/text-gateway.ts'

const onOff = z.enum(['on', 'off'])
const url = (protocols: string[], example: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), `write an address like ${example}`)
const list = <Part extends z.ZodType<unknown, string>>(part: Part) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .pipe(z.array(part))
const databaseUrl = url(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/portico')

const domain = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)+$/i

const switches = ['on', 'off', 'true', 'false']

const settings = z.object({
  PORT: z.coerce.number('write a number').int('write a whole number').min(0).max(65_535, 'write a number up to 65535').default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: z.coerce.number('write a number').int('write a whole number').min(0).max(65_535, 'write a number up to 65535').optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'], 'http://collector:4318').optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_MIGRATION_URL: databaseUrl.optional(),
  DATABASE_SESSION_URL: databaseUrl.optional(),
  PUBLIC_URL: url(['http:', 'https:'], 'https://portico.example.org').optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
  SMS_URL: url(['http:', 'https:'], 'https://ACCOUNT:TOKEN@host/path?from=+14085550100').optional(),
  SMS_CALLING_CODES: list(z.string().regex(/^[1-9]\d{0,3}$/, 'write calling codes like 1, separated by commas')).default(['1']),
  OUTBOX_KEEP: z
    .string()
    .refine((value) => value === 'on' || /^[1-9]\d{0,4}$/.test(value), 'write on, or a number of hours like 24')
    .default('24'),
  KEYRING_FILE: z.string().min(1).optional(),
  AUDIT_ANCHOR_FILE: z.string().min(1).optional(),
  DELETIONS_FILE: z.string().min(1).optional(),
  BACKUP_RECIPIENT: z
    .string()
    .transform((list) => list.split(',').map((part) => part.trim()))
    .pipe(z.array(z.string().regex(/^age1[a-z0-9]+$/, 'write public keys like age1…, separated by commas')))
    .optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP_DAYS: z.coerce
    .number('write a number of days')
    .int('write a whole number')
    .min(1, 'write at least 1')
    .max(3_650, 'write a number up to 3650')
    .default(30),
  DEMO: onOff.optional(),
  SANDBOX: onOff.default('off'),
  WEBHOOK_LOOPBACK: onOff.default('off'),
  RETENTION_DAYS: z.coerce
    .number('write a number of days')
    .int('write a whole number')
    .min(1, 'write at least 1')
    .max(3_650, 'write a number up to 3650')
    .default(limits.retentionDays),
  DROP_OFF: onOff.default('off'),
  OIDC_ISSUER: url(['http:', 'https:'], 'https://id.example.org').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_DOMAINS: list(z.string().regex(domain, 'write domains of e-mail addresses, such as example.org, separated by commas')).optional(),
  OIDC_LABEL: z.string().max(60, 'write at most 60 characters').default('Sign in with your organization'),
  OIDC_ONLY_ROLES: list(
    z.enum(
      ['AGENCY', 'ADMIN_USER', 'VOLUNTEERV1'],
      'write AGENCY, ADMIN_USER or VOLUNTEERV1, separated by commas; roots keep their passwords',
    ),
  ).default([]),
  ROOT_EMAIL: z.email('write an e-mail address').optional(),
  ROOT_PASSWORD: z.string().min(8, 'write at least 8 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z
    .string()
    .refine(
      (value) => switches.includes(value) || isHopCount(value) || value.split(',').every(isNetwork),
      'write on, off, how many proxies there are, or addresses like 10.0.0.0/8 or uniquelocal, separated by commas',
    )
    .optional(),
})

function isHopCount(text: string): boolean {
  return /^[1-9]$/.test(text)
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.trim().split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return bits === undefined
  const maxBits = { 4: 32, 6: 128 }[isIP(address)]
  if (maxBits === undefined || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= maxBits)
}

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape)

/** The validated settings of one process (shared/spec/operating.md#settings). */
export interface Env {
  readonly port: number
  readonly host: string
  /** Where Prometheus scrapes metrics; undefined: metrics are off. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined
  /** The collector that traces are sent to; undefined: traces are off. */
  readonly tracesEndpoint: string | undefined
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The same database as the role that owns its tables; undefined: `databaseUrl` already is that role. */
  readonly databaseMigrationUrl: string | undefined
  /** The same database without a transaction pooler in between; undefined: `databaseUrl` has none in front of it. */
  readonly databaseSessionUrl: string | undefined
  /** Where respondents and staff reach Portico; undefined: the address it listens on. */
  readonly publicUrl: string | undefined
  readonly smtpUrl: string | undefined
  /** The gateway for text messages; undefined: no texts are sent. */
  readonly textGateway: GatewayAddress | undefined
  /** The calling codes of the countries that texts may be sent to. */
  readonly textCallingCodes: readonly string[]
  /** How long e-mails and texts stay in the outbox folder, in hours; undefined: forever. */
  readonly outboxHours: number | undefined
  readonly keyringFile: string
  /** The file that the heads of the audit chain are appended to. */
  readonly auditAnchorFile: string
  /** The file that records deleted, stopped and resumed respondents, as markers. */
  readonly deletionsFile: string
  /** The public keys that backups are encrypted for; empty: no backups are made. */
  readonly backupRecipients: readonly string[]
  /** The folder for nightly backups; undefined: none are made. */
  readonly backupDir: string | undefined
  readonly backupKeepDays: number
  /**
   * Who may use the seed data. `none`: there is none. `this-machine`: only requests from this machine. `anyone`: `DEMO=on` allows it on a
   * HOST that others can reach.
   */
  readonly seed: 'none' | 'this-machine' | 'anyone'
  /** Whether this is a sandbox, in which nothing leaves this machine. */
  readonly sandbox: boolean
  /** Whether webhooks may go to this machine, without TLS. */
  readonly loopbackWebhooks: boolean
  /** Respondents are deleted this many days after their workshop. */
  readonly retentionDays: number
  /** Whether to count at which question respondents leave the questionnaire. */
  readonly dropOff: boolean
  /** The identity provider for staff; undefined: staff sign in only at the portal itself. */
  readonly identityProvider: IdentityProviderSettings | undefined
  readonly rootEmail: string | undefined
  readonly rootPassword: string | undefined
  readonly logLevel: string
  /** Whose forwarding headers Fastify trusts: none, those of this many proxies in a row, or those of these comma-separated addresses. */
  readonly trustProxy: false | number | string
}

/**
 * Reads the settings from environment variables. Empty variables count as absent. Throws one Error that names every invalid setting and
 * what to write instead.
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const read = settings.safeParse(given)
  const faults = read.success ? conflictsIn(read.data) : read.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`)
  if (!read.success || faults.length > 0)
    throw new Error(`Portico cannot start with these settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  const set = read.data
  const dataDir = resolve(set.DATA_DIR)
  const keyringFile = resolve(set.KEYRING_FILE ?? `${dataDir}/keyring.json`)
  const auditAnchorFile = resolve(set.AUDIT_ANCHOR_FILE ?? `${dirname(keyringFile)}/audit-heads.jsonl`)
  return {
    port: set.PORT,
    host: set.HOST,
    metrics: set.METRICS_PORT === undefined ? undefined : { port: set.METRICS_PORT, host: set.METRICS_HOST },
    tracesEndpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT,
    dataDir,
    databaseUrl: set.DATABASE_URL,
    databaseMigrationUrl: set.DATABASE_MIGRATION_URL,
    databaseSessionUrl: set.DATABASE_SESSION_URL,
    publicUrl: set.PUBLIC_URL?.replace(/\/+$/, ''),
    smtpUrl: set.SMTP_URL,
    textGateway: set.SMS_URL === undefined ? undefined : gatewayAddress(set.SMS_URL),
    textCallingCodes: set.SMS_CALLING_CODES,
    outboxHours: set.OUTBOX_KEEP === 'on' ? undefined : Number(set.OUTBOX_KEEP),
    keyringFile,
    auditAnchorFile,
    deletionsFile: resolve(set.DELETIONS_FILE ?? `${dirname(auditAnchorFile)}/deletions.jsonl`),
    backupRecipients: set.BACKUP_RECIPIENT ?? [],
    backupDir: set.BACKUP_DIR && resolve(set.BACKUP_DIR),
    backupKeepDays: set.BACKUP_KEEP_DAYS,
    seed: seedOf(set),
    sandbox: set.SANDBOX === 'on',
    loopbackWebhooks: set.WEBHOOK_LOOPBACK === 'on' || set.SANDBOX === 'on',
    retentionDays: set.RETENTION_DAYS,
    dropOff: set.DROP_OFF === 'on',
    identityProvider: providerOf(set),
    rootEmail: set.ROOT_EMAIL,
    rootPassword: set.ROOT_PASSWORD,
    logLevel: set.LOG_LEVEL,
    trustProxy: trustOf(set.TRUST_PROXY),
  }
}

type Settings = z.output<typeof settings>

// The password of the seed accounts is public, so any sign that others can reach this server disables them.
function seedOf(set: Settings): Env['seed'] {
  const reach = isLoopback(set.HOST) ? 'this-machine' : 'anyone'
  if (set.DEMO) return set.DEMO === 'on' ? reach : 'none'
  const reachable = set.DATABASE_URL !== undefined || reach === 'anyone' || isPublic(set)
  return reachable ? 'none' : 'this-machine'
}

function isPublic(set: Settings): boolean {
  return trustOf(set.TRUST_PROXY) !== false || (set.PUBLIC_URL !== undefined && !isLoopback(new URL(set.PUBLIC_URL).hostname))
}

function providerOf(set: Settings): IdentityProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_DOMAINS: domains = [] } = set
  if (!issuer || !clientId || !clientSecret) return undefined
  const rolesWithoutPassword = set.OIDC_ONLY_ROLES
  return { issuer, clientId, clientSecret, domains: domains.map((name) => name.toLowerCase()), label: set.OIDC_LABEL, rolesWithoutPassword }
}

function providerFaults(set: Settings): string[] {
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_DOMAINS'] as const
  const missing = needed.filter((name) => !set[name]?.length)
  if (missing.length === needed.length)
    return set.OIDC_ONLY_ROLES.length > 0 ? ['OIDC_ONLY_ROLES: needs OIDC_ISSUER as well, or nobody of these roles could sign in'] : []
  const faults = missing.map((name) => `${name}: single sign-on needs ${needed.join(', ')}; write all of them or none`)
  const issuer = set.OIDC_ISSUER === undefined ? undefined : new URL(set.OIDC_ISSUER)
  if (issuer?.protocol === 'http:' && !isLoopback(issuer.hostname)) faults.push('OIDC_ISSUER: write its https address')
  return faults
}

// The gateway sends reports and replies to PUBLIC_URL, and signs that URL.
function gatewayFaults({ SMS_URL: smsUrl, PUBLIC_URL: publicUrl }: Settings): string[] {
  if (smsUrl === undefined) return []
  const faults = publicUrl ? [] : ['SMS_URL: needs PUBLIC_URL as well, where the gateway reports and hands replies over']
  if (!gatewayAddress(smsUrl))
    faults.push('SMS_URL: write account, token and sender, as in https://ACCOUNT:TOKEN@host/path?from=+14085550100')
  const { protocol, hostname } = new URL(smsUrl)
  return protocol === 'http:' && !isLoopback(hostname) ? [...faults, 'SMS_URL: write its https address'] : faults
}

function conflictsIn(set: Settings): string[] {
  const faults: string[] = [...providerFaults(set), ...gatewayFaults(set)]
  if (set.DATABASE_URL && !set.KEYRING_FILE) faults.push('KEYRING_FILE: with DATABASE_URL, name the file that holds the keys')
  if (set.DATABASE_URL && set.DEMO === 'on') faults.push('DEMO: seed data never goes into DATABASE_URL; write DEMO=off or leave it out')
  if (!set.DATABASE_URL && set.DEMO === 'on' && isPublic(set))
    faults.push(
      'DEMO: everyone knows the password of the seed accounts, so it never goes with TRUST_PROXY or a public PUBLIC_URL; write DEMO=off or leave it out',
    )
  if (set.WEBHOOK_LOOPBACK === 'on' && (set.DATABASE_URL || isPublic(set) || !isLoopback(set.HOST)))
    faults.push(
      'WEBHOOK_LOOPBACK: for development on this machine alone; leave it out with DATABASE_URL, TRUST_PROXY, a public PUBLIC_URL or HOST',
    )
  const elsewhere = set.DATABASE_URL ?? set.SMTP_URL ?? set.SMS_URL ?? set.OIDC_ISSUER ?? set.OTEL_EXPORTER_OTLP_ENDPOINT
  const isHere = [set.HOST, set.METRICS_HOST].every(isLoopback)
  if (set.SANDBOX === 'on' && (elsewhere !== undefined || set.DEMO === 'off' || isPublic(set) || !isHere))
    faults.push(
      'SANDBOX: for trying on this machine alone; leave it out with DATABASE_URL, SMTP_URL, SMS_URL, OIDC_ISSUER, OTEL_EXPORTER_OTLP_ENDPOINT, TRUST_PROXY, DEMO=off, a public PUBLIC_URL, HOST or METRICS_HOST',
    )
  if (!set.DATABASE_URL && set.DATABASE_MIGRATION_URL) faults.push('DATABASE_MIGRATION_URL: needs DATABASE_URL as well')
  if (!set.DATABASE_URL && set.DATABASE_SESSION_URL) faults.push('DATABASE_SESSION_URL: needs DATABASE_URL as well')
  if (set.BACKUP_DIR && !set.BACKUP_RECIPIENT)
    faults.push('BACKUP_RECIPIENT: with BACKUP_DIR, write the public key that npm run backup -- --make-key FILE says')
  if (Boolean(set.ROOT_EMAIL) !== Boolean(set.ROOT_PASSWORD)) faults.push('ROOT_EMAIL and ROOT_PASSWORD: write both or neither')
  return faults
}

function trustOf(value: string | undefined): Env['trustProxy'] {
  if (value === undefined || value === 'false' || value === 'off') return false
  if (value === 'true' || value === 'on') return 1
  return isHopCount(value) ? Number(value) : value
}
