import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { seedCredentials } from '@portico/server/seed/seed-accounts'
import { seedDatabase } from '@portico/server/seed/seed-database'
import { buildApp } from '@portico/server/app'
import { allJobs } from '@portico/server/jobs'
import { systemClock } from '@portico/server/infra/clock'
import { createLog } from '@portico/server/infra/log'
import { noMetrics } from '@portico/server/infra/metrics/metrics'
import { migrate } from '@portico/server/infra/postgres/migrate'
import { connect } from '@portico/server/infra/postgres/orm'
import { openQueue } from '@portico/server/infra/queue'
import { noTracing } from '@portico/server/infra/tracing/tracing'
import { openBackgroundWork } from '@portico/server/infra/security/background-work'
import { createRateLimits, defaultRateLimits } from '@portico/server/infra/security/rate-limits'
import { openAuditHeads } from '@portico/server/infra/security/audit/audit-heads'
import { openEncryption } from '@portico/server/infra/security/encryption'
import type { HttpServices } from '@portico/server/infra/request-context'

const thisFile = fileURLToPath(import.meta.url)
const clientDir = fileURLToPath(new URL('../../client/dist', import.meta.url))

const unlimited = Object.fromEntries(
  Object.keys(defaultRateLimits).map((name) => [name, { hits: 1_000_000_000, seconds: 3_600 }]),
) as unknown as typeof defaultRateLimits

/** Opens the services of a portal for a bench: all of them real, but without rate limits and worker. */
export async function openBenchServices(databaseUrl: string, dataDir: string): Promise<HttpServices> {
  await migrate(databaseUrl)
  const log = createLog('error')
  const orm = await connect(databaseUrl)
  const encryption = openEncryption(`${dataDir}/keyring.json`, true)
  const queue = openQueue(databaseUrl, log, { supervise: false })
  const rateLimits = createRateLimits(orm, (who) => encryption.lookupHash('rate', who), unlimited)
  const services: HttpServices = {
    orm,
    queue,
    encryption,
    auditHeads: openAuditHeads(`${dataDir}/audit-heads.jsonl`, encryption),
    log,
    metrics: noMetrics,
    tracing: noTracing,
    rateLimits,
    backgroundWork: openBackgroundWork(log),
    mailer: async () => {},
    clock: systemClock,
    publicUrl: 'http://localhost',
    loopbackWebhooks: true,
    retentionDays: 180,
    identityProvider: undefined,
    seedCredentials: { ...seedCredentials, reach: 'this-machine' },
  }
  await seedDatabase(services)
  return services
}

/** A portal in a separate process. */
export interface BenchPortal {
  readonly origin: string
  stop(): Promise<void>
}

/** Starts a portal in a separate process; with `jobs` its worker too. */
export async function startBenchPortal(databaseUrl: string, dataDir: string, { jobs = false } = {}): Promise<BenchPortal> {
  const child = fork(thisFile, [databaseUrl, dataDir, jobs ? 'jobs' : ''], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(typeof message === 'string' ? message : ''))
    child.once('exit', () => reject(new Error('The portal did not start')))
  })
  return {
    origin,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Serves the API and the built client on a free port, and with `jobs` runs waiting jobs; returns its origin. Ends on SIGTERM. */
export async function openBenchPortal(databaseUrl: string, dataDir: string, { jobs = false } = {}): Promise<string> {
  const services = await openBenchServices(databaseUrl, dataDir)
  const app = await buildApp(services, { trustProxy: false, clientDir })
  process.once('SIGTERM', () => process.exit(0))
  if (jobs) await services.queue.work(allJobs(services))
  return app.listen({ port: 0, host: '127.0.0.1' })
}

const [, , url = '', dataDir = '', jobs] = process.argv
if (import.meta.main) process.send?.(await openBenchPortal(url, dataDir, { jobs: jobs === 'jobs' }))
