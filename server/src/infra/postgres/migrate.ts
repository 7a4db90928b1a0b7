import queuePackage from 'pg-boss/package.json' with { type: 'json' }
import { lock } from './locks.ts'
import { connect, knownMigrations, queueSchema, type EntityManager } from './orm.ts'
import { withClient } from './with-client.ts'

/**
 * Brings the tables of Portico and of its queue up to date, or with `only` applies just these migrations. Several replicas can run it at
 * once.
 */
export async function migrate(databaseUrl: string, only?: readonly string[]): Promise<void> {
  if (await isUpToDate(databaseUrl)) return
  const orm = await connect(databaseUrl, { poolSize: 2, migrator: true })
  try {
    await orm.em.transactional(async (em) => {
      await lock(em.getKysely(), 'migrations')
      await renameApplied(em)
      await orm.migrator.up({ transaction: em.getTransactionContext(), ...(only && { migrations: [...only] }) })
    })
  } finally {
    await orm.close(true)
  }
  const { PgBoss } = await import('pg-boss')
  const queue = new PgBoss({ connectionString: databaseUrl, schema: queueSchema, max: 1, supervise: false, schedule: false })
  queue.on('error', () => {})
  await queue.start()
  await queue.stop({ graceful: false })
}

/** Returns how many migrations a database has not run yet, and the version of its queue's tables; undefined if no migration ever ran. */
export async function migrationState(
  databaseUrl: string,
  connectMs = 15_000,
): Promise<{ readonly pending: number; readonly queueVersion: number | undefined } | undefined> {
  return withClient({ connectionString: databaseUrl, connectionTimeoutMillis: connectMs }, async (client) => {
    const { rows } = await client.query(
      `select to_regclass('mikro_orm_migrations') is not null as migrated, to_regclass('${queueSchema}.version') is not null as queued`,
    )
    if (!rows[0].migrated) return undefined
    const { rows: applied } = await client.query<{ name: string }>('select name from mikro_orm_migrations')
    const names = new Set(applied.map(({ name }) => name))
    const queue = rows[0].queued ? await client.query<{ version: number }>(`select version from ${queueSchema}.version`) : undefined
    return { pending: knownMigrations().filter((name) => !names.has(name)).length, queueVersion: queue?.rows[0]?.version }
  })
}

// Most starts have nothing to migrate, so this is checked before the migrator is loaded.
async function isUpToDate(databaseUrl: string): Promise<boolean> {
  const state = await migrationState(databaseUrl)
  return state?.pending === 0 && state.queueVersion === queuePackage.pgboss.schema
}

// These migrations once shared the timestamp of another. A database that has run them knows them by their old names and must not run them
// again.
const renamedMigrations = [
  ['Migration20261122001000-sign-audit-entries', 'Migration20261122001500-sign-audit-entries'],
  ['Migration20261122003000-mark-respondents-to-telephone', 'Migration20261122003500-mark-respondents-to-telephone'],
] as const

async function renameApplied(em: EntityManager): Promise<void> {
  const [table] = await em.execute<{ name: string | null }[]>(`select to_regclass('mikro_orm_migrations') as name`)
  if (!table?.name) return
  for (const [before, now] of renamedMigrations) await em.execute('update mikro_orm_migrations set name = ? where name = ?', [now, before])
}
