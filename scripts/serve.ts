import { startEmbeddedPostgres } from '../server/src/infra/postgres/embedded-postgres.ts'
import { readEnv } from '../server/src/infra/env.ts'

const stopWithin = 20_000
const stops: (() => Promise<void>)[] = []
const started = serve()
started.catch(fail)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())

async function serve(): Promise<void> {
  const env = readEnv(process.env)
  // The program is loaded while PostgreSQL starts.
  const loading = import('../server/src/main.ts')
  loading.catch(() => {})
  const database =
    env.databaseUrl === undefined
      ? { ...(await embeddedDatabase(env.dataDir)), embedded: true }
      : { databaseUrl: env.databaseUrl, embedded: false }
  const { start } = await loading
  const portal = await start({ ...env, ...database })
  stops.unshift(() => portal.stop())
  say(`ready at ${portal.url} after ${process.uptime().toFixed(1)} s; Ctrl-C stops it`)
}

async function embeddedDatabase(dataDir: string): Promise<{ databaseUrl: string; databaseMigrationUrl: string }> {
  say(`starting PostgreSQL in ${dataDir}`)
  const postgres = await startEmbeddedPostgres({ dataDir, log: say })
  stops.push(postgres.stop)
  void postgres.failed.then(fail)
  return { databaseUrl: postgres.appUrl, databaseMigrationUrl: postgres.url }
}

// Stops in reverse order of starting. Further signals are ignored.
let stopping: Promise<void> | undefined
function stop(): Promise<void> {
  return (stopping ??= stopAll())
}

async function stopAll(): Promise<void> {
  if (stops.length > 0) say('stopping')
  setTimeout(() => process.exit(1), stopWithin).unref()
  await started.catch(() => {})
  for (const stopOne of stops) await stopOne().catch(printError)
  process.exit(process.exitCode ?? 0)
}

function fail(error: unknown): void {
  printError(error)
  process.exitCode = 1
  void stop()
}

// An error without a code is meant for users; any other is a bug and keeps its stack.
function printError(error: unknown): void {
  const forPeople = error instanceof Error && error.name === 'Error' && !('code' in error)
  console.error('portico ', forPeople ? error.message : error)
}

function say(line: string): void {
  console.log(`portico  ${line}`)
}
