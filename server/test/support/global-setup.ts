import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/infra/postgres/embedded-postgres.ts'
import { migrate } from '../../src/infra/postgres/migrate.ts'
import { prepareAppRole } from '../../src/infra/postgres/roles.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    pgBase: string
    pgApp: string
  }
}

/**
 * Starts one PostgreSQL for the run, with the migrated database `tmpl` for every test file to clone; `pgBase` is the URL for its superuser,
 * `pgApp` that for the portal's role.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, fast: true })
  const teardown = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    // Vacuuming by itself would keep deleted rows, which tests look for in the files, from being removed for a moment.
    await run(postgres.url, 'alter system set autovacuum = off')
    await run(postgres.url, 'select pg_reload_conf()')
    await run(postgres.url, 'create database tmpl')
    const [owner, app] = [postgres.url, postgres.appUrl].map((url) => url.replace(/portico$/, 'tmpl'))
    await migrate(owner ?? '')
    await prepareAppRole(owner ?? '', app ?? '')
    await run(postgres.url, 'alter database tmpl with is_template true allow_connections false')
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('pgBase', postgres.url)
  project.provide('pgApp', postgres.appUrl)
  return teardown
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql)
  await client.end()
}
