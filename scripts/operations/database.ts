import { runningPostgres, startEmbeddedPostgres } from '../../server/src/infra/postgres/embedded-postgres.ts'
import { readEnv } from '../../server/src/infra/env.ts'

/**
 * Opens the configured database: a given one, that of a running portal, or the embedded one, started while it is open. `appUrl` is for the
 * portal's role.
 */
export async function openDatabase(): Promise<{ url: string; appUrl: string; close(): Promise<void> }> {
  const env = readEnv(process.env)
  const running = env.databaseUrl ? { url: env.databaseUrl, appUrl: env.databaseUrl } : await runningPostgres(env.dataDir)
  if (running) return { ...running, close: async () => {} }
  const started = await startEmbeddedPostgres({ dataDir: env.dataDir })
  return { url: started.url, appUrl: started.appUrl, close: () => started.stop() }
}
