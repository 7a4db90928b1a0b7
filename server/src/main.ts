import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { fillDemonstration } from './demonstration/fill.ts'
import { demoCredentials } from './demonstration/cast.ts'
import { addressOfFirst, ensureFirstAccount } from './features/auth/first-account.ts'
import { systemClock } from './infra/clock.ts'
import type { Env } from './infra/env.ts'
import { resumeDownloads } from './features/downloads/commands.ts'
import { createLog } from './infra/log.ts'
import { folderMailer, smtpMailer } from './infra/mailer.ts'
import { connect, migrate } from './infra/orm.ts'
import { openQueue } from './infra/queue.ts'
import { createRates } from './infra/rates.ts'
import { openVault } from './infra/vault.ts'
import type { Deps } from './infra/work.ts'
import { allJobs } from './worker.ts'

/** A running portal. */
export interface Running {
  readonly url: string
  stop(): Promise<void>
}

/** Everything, from settings to a listening server with its worker. `embedded`: the database is ours alone. */
export async function start(env: Env & { readonly databaseUrl: string; readonly embedded: boolean }): Promise<Running> {
  const log = createLog(env.logLevel)
  await migrate(env.databaseUrl)
  const orm = await connect(env.databaseUrl, { replicaUrls: env.databaseReplicaUrls })
  const vault = openVault(env.keyringFile, env.embedded)
  const queue = await openQueue(env.databaseUrl, log, { supervise: true })
  const demo = env.demo && env.embedded
  const deps: Deps = {
    orm,
    queue,
    vault,
    log,
    mailer: env.smtpUrl ? smtpMailer(env.smtpUrl) : folderMailer(join(env.dataDir, 'outbox')),
    clock: systemClock,
    rates: createRates(orm, (who) => vault.lookupHash('rate', who)),
    publicUrl: env.publicUrl ?? `http://${env.host.includes(':') ? `[${env.host}]` : env.host}:${env.port}`,
    demoCredentials: demo ? demoCredentials : undefined,
  }
  if (demo) await fillDemonstration(deps)
  const first = demo ? {} : await ensureFirstAccount(deps, env)
  const app = await buildApp(deps, { trustProxy: env.trustProxy, clientDir: fileURLToPath(new URL('../../client/dist', import.meta.url)) })
  await app.listen({ port: env.port, host: env.host })
  await queue.work(allJobs(deps))
  await resumeDownloads(deps)
  if (first.link) {
    console.log(`There is no account yet. Register the first one, a root account, here (once, within 72 hours):\n  ${first.link}`)
    console.log(`Give your e-mail address as the name to sign in with it; with any other name you sign in as ${addressOfFirst}.`)
  }
  if (demo)
    console.log(`Demonstration data is filled in. Sign in with ${demoCredentials.email} and the password ${demoCredentials.password}`)
  return {
    url: deps.publicUrl,
    async stop() {
      await stopAnswering(app)
      await queue.stop()
      await orm.close(true)
    },
  }
}

const graceMs = 5_000

/** Takes no more connections, lets those that are being answered finish for five seconds, and closes the others. */
export async function stopAnswering(app: FastifyInstance): Promise<void> {
  const { server } = app
  const finished = new Promise((resolve) => server.close(resolve))
  // A connection that a browser keeps for its next request becomes idle only when its answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([finished, delay(graceMs, undefined, { ref: false })])
  clearInterval(sweep)
  await app.close()
}
