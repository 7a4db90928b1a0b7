import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { refuseUnfinishedRestore } from './backup/unfinished-restore.ts'
import { openSandbox } from './seed/sandbox.ts'
import { seedDatabase } from './seed/seed-database.ts'
import { disableSeedAccounts, seedCredentials } from './seed/seed-accounts.ts'
import { bindStoredReasons } from './features/agency/sealed-reasons.ts'
import { sealStoredDefinitions } from './features/questionnaires/sealed-definitions.ts'
import { firstAccountAddress } from '@portico/shared/rules/managed-accounts'
import { ensureFirstAccount } from './features/auth/first-account.ts'
import { systemClock } from './infra/clock.ts'
import type { Env } from './infra/env.ts'
import { resumeDownloads } from './features/downloads/commands.ts'
import { listenForContactChanges } from './features/responses/listing/contact-cache.ts'
import { countContactLanguages } from './features/responses/listing/count-languages.ts'
import { sealStoredDecisions } from './features/responses/review/seal-decisions.ts'
import { createLog } from './infra/log.ts'
import { clearFolder, folderMailer, smtpMailer } from './infra/mailer.ts'
import { noMetrics } from './infra/metrics/metrics.ts'
import { serveMetrics, type MetricsServer } from './infra/metrics/metrics-server.ts'
import { folderTextGateway, httpTextGateway, type TextGateway } from './infra/texts/text-gateway.ts'
import { migrate } from './infra/postgres/migrate.ts'
import { connect, knownMigrations, type Orm } from './infra/postgres/orm.ts'
import { mayChangeAudit, prepareAppRole } from './infra/postgres/roles.ts'
import { jobNames, openQueue } from './infra/queue.ts'
import { openTracing } from './infra/tracing/tracing.ts'
import { openBackgroundWork } from './infra/security/background-work.ts'
import { createRateLimits } from './infra/security/rate-limits.ts'
import { openAuditHeads } from './infra/security/audit/audit-heads.ts'
import { openIdentityProvider } from './infra/security/identity-provider.ts'
import { openKeyring } from './infra/security/keyring.ts'
import type { HttpServices, Services } from './infra/request-context.ts'
import { allJobs, anchor } from './jobs.ts'
import { stopServer } from './stopping.ts'

/** A running portal. */
export interface Running {
  readonly url: string
  stop(): Promise<void>
}

/** Starts everything, from settings to a listening server with its worker. `embedded`: the database belongs to this portal alone. */
export async function start(env: Env & { readonly databaseUrl: string; readonly embedded: boolean }): Promise<Running> {
  const log = createLog(env.logLevel)
  const orm = await openDatabase(env)
  const encryption = await closeOnError(orm, openKeyring(orm, env.keyringFile, env.embedded))
  const { tracing, close: closeTracing } = await openTracing(env.tracesEndpoint, log)
  const queue = openQueue(env.databaseUrl, log, { supervise: true, tracing })
  const monitoring = await openMetrics(env, orm)
  const outbox = join(env.dataDir, 'outbox')
  const services: HttpServices = {
    orm,
    queue,
    encryption,
    auditHeads: openAuditHeads(env.auditAnchorFile, encryption),
    log,
    metrics: monitoring?.metrics ?? noMetrics,
    tracing,
    mailer: env.smtpUrl ? smtpMailer(env.smtpUrl) : folderMailer(outbox),
    texts: textsOf(env, outbox),
    clock: systemClock,
    rateLimits: createRateLimits(orm, (who) => encryption.lookupHash('rate', who)),
    backgroundWork: openBackgroundWork(log),
    publicUrl: env.publicUrl ?? `http://${env.host.includes(':') ? `[${env.host}]` : env.host}:${env.port}`,
    loopbackWebhooks: env.loopbackWebhooks,
    sandbox: env.sandbox,
    retentionDays: env.retentionDays,
    dropOff: env.dropOff,
    identityProvider: env.identityProvider && openIdentityProvider(env.identityProvider, systemClock),
    seedCredentials: env.seed === 'none' || !env.embedded ? undefined : { ...seedCredentials, reach: env.seed },
  }
  await prepareAccounts(services, env)
  await sealStoredDecisions(services)
  await bindStoredReasons(services)
  await sealStoredDefinitions(services)
  const app = await buildApp(services, {
    trustProxy: env.trustProxy,
    clientDir: fileURLToPath(new URL('../../client/dist', import.meta.url)),
  })
  await app.listen({ port: env.port, host: env.host })
  await queue.work(allJobs(services, { deletionsFile: env.deletionsFile, backups: backupsOf(env) }))
  await resumeDownloads(services)
  await countContactLanguages(services)
  const forgetting = listenForContactChanges(services, env.databaseSessionUrl ?? env.databaseUrl)
  const stopClearing = clearOutbox(outbox, env.outboxHours, services)
  return {
    url: services.publicUrl,
    async stop() {
      stopClearing()
      await stopServer(app)
      await forgetting.stop()
      await queue.stop()
      await anchorBeforeStop(services, env)
      await monitoring?.close()
      await closeTracing()
      await services.rateLimits.close()
      await orm.close(true)
    },
  }
}

// If e-mails are really sent but there is no text gateway, texts are off: a file would look like a delivered message.
function textsOf({ textGateway, textCallingCodes, smtpUrl }: Env, outbox: string): TextGateway | undefined {
  if (textGateway) return httpTextGateway(textGateway, textCallingCodes)
  return smtpUrl ? undefined : folderTextGateway(outbox, textCallingCodes)
}

// Calls take at most a second or two; waiting longer means that the network has lost the connection.
const [connectMs, queryMs] = [8_000, 15_000]

async function openDatabase(env: Env & { readonly databaseUrl: string }): Promise<Orm> {
  const { databaseUrl, databaseMigrationUrl = databaseUrl } = env
  await migrate(databaseMigrationUrl)
  await prepareAppRole(databaseMigrationUrl, databaseUrl)
  const orm = await connect(databaseUrl, { connectMs, queryMs })
  await closeOnError(orm, refuseUnfinishedRestore(orm))
  if (await mayChangeAudit(orm))
    console.log(
      'The database role of DATABASE_URL may change and delete audit entries. Write its address to DATABASE_MIGRATION_URL, and to DATABASE_URL that\n' +
        'of another role: Portico makes the role when it is not there, and gives it the rights that it needs.',
    )
  return orm
}

async function closeOnError<Result>(orm: Orm, opening: Promise<Result>): Promise<Result> {
  return opening.catch(async (error: unknown) => {
    await orm.close(true)
    throw error
  })
}

async function openMetrics(env: Env & { readonly databaseUrl: string }, orm: Orm): Promise<MetricsServer | undefined> {
  if (!env.metrics) return undefined
  return serveMetrics(env.metrics, { orm, databaseUrl: env.databaseUrl, migrations: knownMigrations().length, jobNames })
}

// Prepares the accounts that can sign in: the seed accounts or, without seed data, the existing accounts and a first one.
async function prepareAccounts(services: Services, env: Env): Promise<void> {
  if (services.seedCredentials) {
    const { email, password } = services.seedCredentials
    const { signInWorks } = await seedDatabase(services)
    if (signInWorks) console.log(`Seed data is filled in. Sign in with ${email} and the password ${password}`)
    else if (env.sandbox) throw new Error('SANDBOX: this data has accounts of its own. Choose another DATA_DIR.')
    else console.log('This data has accounts of its own: there is no seed sign-in. For one, choose another DATA_DIR.')
    if (env.sandbox) await announceSandbox(services)
    return
  }
  const disabled = await disableSeedAccounts(services)
  if (disabled.length > 0)
    console.log(`Everyone knows the password of the seed accounts. They are disabled now, and signed out: ${disabled.join(', ')}`)
  const { link } = await ensureFirstAccount(services, env)
  if (!link) return
  console.log(`There is no account yet. Register the first one, a root account, here (once, within 72 hours):\n  ${link}#first-account`)
  console.log(`Give your e-mail address as the name to sign in with it; with any other name you sign in as ${firstAccountAddress}.`)
}

async function announceSandbox(services: Services): Promise<void> {
  const { token, workshopName } = await openSandbox(services)
  console.log(
    `Nothing leaves this machine. Try the calls on the test workshop "${workshopName}" with an API token that sees it alone, for 7 days or until the next start:\n` +
      `  export PORTICO_URL=${services.publicUrl} PORTICO_TOKEN=${token}\n` +
      `  ${services.publicUrl}/api/docs/reference says how, in five minutes.`,
  )
}

function backupsOf({
  databaseUrl,
  backupDir: folder,
  backupKeepDays: keepDays,
  backupRecipients: recipients,
}: Env & { readonly databaseUrl: string }) {
  return folder === undefined ? undefined : { databaseUrl, folder, keepDays, recipients }
}

// The folder belongs to this process, so it cannot be cleared by a job that any replica may run.
function clearOutbox(folder: string, hours: number | undefined, { clock, log }: Services): () => void {
  if (hours === undefined) return () => {}
  const clear = () =>
    void clearFolder(folder, new Date(clock().getTime() - hours * 3_600_000)).catch((error: unknown) =>
      log.warn({ err: error }, 'the outbox could not be cleared'),
    )
  clear()
  const timer = setInterval(clear, 3_600_000).unref()
  return () => clearInterval(timer)
}

// Anchors what happened since the job last ran; an unresponsive database must not delay shutdown.
async function anchorBeforeStop(services: Services, env: Env): Promise<void> {
  const anchored = anchor(services, env).catch((error: unknown) =>
    services.log.error({ err: error }, 'the last audit entries are not in the chain, or the last deletions not noted'),
  )
  await Promise.race([anchored, delay(3_000, undefined, { ref: false })])
}
