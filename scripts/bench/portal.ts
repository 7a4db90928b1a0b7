import { demoCredentials } from '@portico/server/demonstration/cast'
import { fillDemonstration } from '@portico/server/demonstration/fill'
import { buildApp } from '@portico/server/app'
import { systemClock } from '@portico/server/infra/clock'
import { createLog } from '@portico/server/infra/log'
import { connect, migrate } from '@portico/server/infra/orm'
import { openQueue } from '@portico/server/infra/queue'
import { createRates, figures } from '@portico/server/infra/rates'
import { openVault } from '@portico/server/infra/vault'
import type { Deps } from '@portico/server/infra/work'

const unlimited = Object.fromEntries(
  Object.keys(figures).map((name) => [name, { hits: 1_000_000_000, seconds: 3_600 }]),
) as unknown as typeof figures

/** What a bench shares with the portal: everything real, but no limit of calls and no worker. */
export async function openBenchDeps(databaseUrl: string, dataDir: string): Promise<Deps> {
  await migrate(databaseUrl)
  const log = createLog('error')
  const orm = await connect(databaseUrl)
  const vault = openVault(`${dataDir}/keyring.json`, true)
  const queue = await openQueue(databaseUrl, log, { supervise: false })
  const rates = createRates(orm, (who) => vault.lookupHash('rate', who), unlimited)
  const deps: Deps = {
    orm,
    queue,
    vault,
    log,
    rates,
    mailer: async () => {},
    clock: systemClock,
    publicUrl: 'http://localhost',
    demoCredentials,
  }
  await fillDemonstration(deps)
  return deps
}

/** Serves the API on a free port; answers its address. Ends with SIGTERM. */
export async function openBenchPortal(databaseUrl: string, dataDir: string): Promise<string> {
  const deps = await openBenchDeps(databaseUrl, dataDir)
  const app = await buildApp(deps)
  process.once('SIGTERM', () => process.exit(0))
  return app.listen({ port: 0, host: '127.0.0.1' })
}
