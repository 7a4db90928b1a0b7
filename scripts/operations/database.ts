import { runningPostgres, startEmbeddedPostgres } from '../../server/src/infra/postgres/embedded-postgres.ts'
import { readEnv } from '../../server/src/infra/env.ts'

/** The database that the settings name: a given one, that of a running portal, or the embedded one, started while it is open. */
export async function openDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const env = readEnv(process.env)
  const url = env.databaseUrl ?? (await runningPostgres(env.dataDir))
  if (url) return { url, close: async () => {} }
  const started = await startEmbeddedPostgres({ dataDir: env.dataDir })
  return { url: started.url, close: () => started.stop() }
}
