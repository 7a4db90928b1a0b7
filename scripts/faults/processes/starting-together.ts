import { connect, knownMigrations } from '@portico/server/infra/postgres/orm'
import { isReady, type Portal } from '../portal.ts'
import { unless, type Scenario } from '../scenario.ts'

/** Three replicas of a new version start on an empty database at once. */
export const startingTogether: Scenario = {
  name: 'three replicas migrate an empty database at once',
  async run(portal) {
    const named = (name: string) => ({
      DATABASE_URL: Object.assign(new URL(portal.settings['DATABASE_URL'] ?? ''), { pathname: `/${name}` }).href,
      DATABASE_MIGRATION_URL: Object.assign(new URL(portal.settings['DATABASE_MIGRATION_URL'] ?? ''), { pathname: `/${name}` }).href,
    })
    await portal.sql('create database together')
    const began = performance.now()
    const replicas = await Promise.allSettled([1, 2, 3].map(() => portal.startReplica({ env: named('together') })))
    const seconds = (performance.now() - began) / 1_000
    const faults: string[] = []
    for (const replica of replicas) {
      if (replica.status === 'rejected') faults.push(String(replica.reason).slice(0, 300))
      else faults.push(...unless(await isReady(replica.value.origin), 'a replica is not ready'))
    }
    for (const replica of replicas) if (replica.status === 'fulfilled') await replica.value.end('SIGTERM')
    const orm = await connect(portal.databaseUrl('together'), { poolSize: 1 })
    const [row] = await orm.em.execute<{ many: number; roots: number }[]>(
      'select (select count(*)::integer from mikro_orm_migrations) as many, (select count(*)::integer from account) as roots',
    )
    await orm.close(true)
    return {
      seen: `${row?.many} migrations, ${row?.roots} account, ready after ${seconds.toFixed(1)} s`,
      faults: [
        ...faults,
        ...unless(row?.many === knownMigrations().length && row.roots === 1, `${row?.many} migrations and ${row?.roots} accounts`),
      ],
      control: await withoutTheLock(portal),
    }
  },
}

async function withoutTheLock(portal: Portal) {
  await portal.sql('create database apart')
  const migrated = await Promise.allSettled(
    [1, 2, 3].map(async () => {
      const orm = await connect(portal.databaseUrl('apart'), { poolSize: 2, migrator: true })
      try {
        await orm.migrator.up()
      } finally {
        await orm.close(true)
      }
    }),
  )
  const failed = migrated.filter(({ status }) => status === 'rejected').length
  return { seen: `without the lock ${failed} of 3 fail`, shows: failed > 0 }
}
