import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import pg from 'pg'
import { assessBackups } from './backup/backup-folder.ts'
import type { Env } from './infra/env.ts'
import { checkMailServer } from './infra/mailer.ts'
import { checkTextGateway } from './infra/texts/text-gateway.ts'
import { migrationState } from './infra/postgres/migrate.ts'
import { connect, type Orm } from './infra/postgres/orm.ts'
import { mayChangeAudit } from './infra/postgres/roles.ts'
import { sql } from './infra/request-context.ts'
import { openEncryption, type Encryption } from './infra/security/encryption.ts'
import { openIdentityProvider, SignOnError } from './infra/security/identity-provider.ts'
import { isLoopback } from './infra/security/network.ts'

/** What was checked, its state, and what to do about it. */
export interface Finding {
  readonly about: 'address' | 'backup' | 'clock' | 'database' | 'disk' | 'keyring' | 'mail' | 'rights' | 'sign-on' | 'tables' | 'texts'
  readonly state: 'good' | 'advice' | 'fault'
  readonly text: string
}

const minPostgresVersion = 15
const maxSkewMs = 2_000
const minFreeBytes = 1024 ** 3

const good = (about: Finding['about'], text: string): Finding => ({ about, state: 'good', text })
const advice = (about: Finding['about'], text: string): Finding => ({ about, state: 'advice', text })
const fault = (about: Finding['about'], text: string): Finding => ({ about, state: 'fault', text })

/** Checks everything that a portal with these settings needs, without changing anything (shared/spec/operating.md#doctor). */
export async function examine(env: Env & { readonly databaseUrl: string }, now: () => Date): Promise<Finding[]> {
  const encryption = readKeyring(env.keyringFile)
  return [
    addressOf(env),
    ...(await databaseFindings(env, encryption, now)),
    ...(await keyringFindings(env.keyringFile, encryption)),
    await mailFinding(env),
    await textFinding(env),
    ...(await signOnFindings(env, now)),
    await diskFinding(env.dataDir),
    { about: 'backup', ...(await assessBackups(env.backupDir, now())) },
  ]
}

function addressOf({ publicUrl, seed }: Env): Finding {
  if (!publicUrl)
    return advice('address', 'PUBLIC_URL is not set: links in e-mails lead to this machine. Write where people reach the portal.')
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'http:' && !isLoopback(hostname))
    return fault('address', 'PUBLIC_URL has no https: passwords and answers travel in the clear. Put a proxy with TLS in front.')
  return good('address', seed === 'none' ? publicUrl : `${publicUrl}, with seed data that everyone can sign in to`)
}

async function databaseFindings(
  env: Env & { readonly databaseUrl: string },
  encryption: Encryption | Error,
  now: () => Date,
): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: env.databaseUrl, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const before = now()
    const { rows } = await client.query<{ version: string; at: Date }>(
      `select current_setting('server_version') as version, clock_timestamp() as at`,
    )
    const [{ version, at } = { version: '0', at: before }] = rows
    const database =
      Number.parseInt(version, 10) < minPostgresVersion
        ? fault('database', `PostgreSQL ${version} is too old. Upgrade to ${minPostgresVersion} or newer.`)
        : good('database', `PostgreSQL ${version}`)
    return [database, clockFinding(at.getTime() - before.getTime()), ...(await contentFindings(env.databaseUrl, encryption))]
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return [
      fault('database', `It cannot be reached${why}. See that it runs, and that DATABASE_URL names it with the right user and password.`),
    ]
  } finally {
    await client.end().catch(() => {})
  }
}

function clockFinding(ahead: number): Finding {
  const seconds = Math.round(Math.abs(ahead) / 1_000)
  if (Math.abs(ahead) <= maxSkewMs) return good('clock', 'the same here and at the database')
  return fault(
    'clock',
    `The database's clock is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} this machine's. Let both follow a time server.`,
  )
}

async function contentFindings(databaseUrl: string, encryption: Encryption | Error): Promise<Finding[]> {
  const migrations = await migrationState(databaseUrl, 5_000)
  if (!migrations) return [fault('tables', 'There are none yet. Start the portal once: it makes them.')]
  const { pending } = migrations
  const orm = await connect(databaseUrl, { poolSize: 1, connectMs: 5_000 })
  try {
    const tables =
      pending === 0
        ? good('tables', 'as this version has them')
        : fault('tables', `${pending} migrations have not been run. Start one replica of this version first: it runs them.`)
    const rights = (await mayChangeAudit(orm))
      ? advice('rights', 'The role of DATABASE_URL may change audit entries. Set DATABASE_MIGRATION_URL, and another role in DATABASE_URL.')
      : good('rights', 'the portal’s role can change no audit entry')
    return [tables, rights, ...(await keyFindings(orm, encryption))]
  } finally {
    await orm.close(true)
  }
}

// Whether a missing key is still in use is only determined at start.
async function keyFindings(orm: Orm, encryption: Encryption | Error): Promise<Finding[]> {
  if (encryption instanceof Error) return []
  const known = await sql(orm.em.fork()).selectFrom('keyring_key').selectAll().orderBy('id').execute()
  const other = known.filter(({ id, proof }) => proof && !encryption.keyProofs.get(id)?.equals(proof)).map(({ id }) => id)
  if (other.length === 0) return []
  return [
    fault(
      'keyring',
      `The database was used with other keys: ${other.join(', ')}. Put the right file back from its backup, or name it in KEYRING_FILE.`,
    ),
  ]
}

function readKeyring(file: string): Encryption | Error {
  try {
    return openEncryption(file, false)
  } catch (error) {
    return error instanceof Error ? error : new Error('It cannot be read', { cause: error })
  }
}

async function keyringFindings(file: string, encryption: Encryption | Error): Promise<Finding[]> {
  if (encryption instanceof Error)
    return [
      fault('keyring', `${file} cannot be read or is no keyring. Restore it from its backup: without it no stored answer can be read.`),
    ]
  const { mode } = await stat(file)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    return [fault('keyring', `Others on this machine may read ${file}. Run chmod 600 on it, and think of its keys as known.`)]
  return [good('keyring', `${file}, readable by its user alone`)]
}

async function mailFinding({ smtpUrl }: Env): Promise<Finding> {
  if (!smtpUrl) return advice('mail', 'SMTP_URL is not set: e-mails are written to a folder and reach nobody.')
  const problem = await checkMailServer(smtpUrl)
  if (problem)
    return fault('mail', `The mail server does not take our sign-in (${problem}). Look at host, port, user and password in SMTP_URL.`)
  return good('mail', `${new URL(smtpUrl).hostname} takes our sign-in`)
}

async function textFinding({ textGateway }: Env): Promise<Finding> {
  if (!textGateway) return advice('texts', 'SMS_URL is not set: who gave only a telephone number has to be telephoned.')
  const problem = await checkTextGateway(textGateway)
  if (problem)
    return fault('texts', `The gateway does not take our sign-in (${problem}). Look at host, path, account and token in SMS_URL.`)
  return good('texts', `${new URL(textGateway.base).hostname} takes our sign-in`)
}

async function signOnFindings({ identityProvider, publicUrl }: Env, now: () => Date): Promise<Finding[]> {
  if (!identityProvider) return []
  if (!publicUrl) return [fault('sign-on', 'The identity provider sends people back to PUBLIC_URL, which is not set.')]
  const redirectUri = `${publicUrl}/authentication/single-sign-on`
  try {
    await openIdentityProvider(identityProvider, now).authorizationUrl({ state: 'x', nonce: 'x', codeVerifier: 'x', redirectUri })
    return [good('sign-on', `${identityProvider.issuer} answers, and has to send people back to ${redirectUri}`)]
  } catch (error) {
    const why = error instanceof SignOnError ? ` (${error.code})` : ''
    return [
      fault(
        'sign-on',
        `${identityProvider.issuer} does not answer as that issuer${why}. Look at OIDC_ISSUER, and open ${identityProvider.issuer}/.well-known/openid-configuration.`,
      ),
    ]
  }
}

async function diskFinding(dataDir: string): Promise<Finding> {
  const stats = await statfs(dataDir).catch(() => statfs(dirname(dataDir)))
  const free = stats.bavail * stats.bsize
  const gigabytes = (free / 1024 ** 3).toFixed(1)
  return free < minFreeBytes
    ? fault('disk', `${gigabytes} GB are free in ${dataDir}. Make room: the embedded database stops when there is none.`)
    : good('disk', `${gigabytes} GB free in ${dataDir}`)
}
