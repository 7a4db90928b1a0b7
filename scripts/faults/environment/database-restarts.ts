import { setTimeout as sleep } from 'node:timers/promises'
import { compareWithDatabase, recoveryAfter, sendCrowd } from '../clients.ts'
import type { Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

/** PostgreSQL is restarted and crashes under load. */
export const databaseRestarts: Scenario = {
  name: 'PostgreSQL restarts twice and crashes twice under load',
  async run(portal) {
    const crowd = await sendCrowd(portal, { clients: 40 })
    await sleep(1_500)
    const back: number[] = []
    for (let round = 0; round < 2; round += 1) {
      await portal.stopDatabase()
      await portal.startDatabase()
      back.push(performance.now())
      await sleep(3_000)
      await portal.crashDatabase()
      back.push(await waitUntilAnswering(portal))
      await sleep(3_000)
    }
    await sleep(8_000)
    await crowd.leave()
    const slowest = Math.max(...back.map((moment) => recoveryAfter(crowd, moment)))
    return {
      seen: `${figuresOf(crowd)}, next answer ${slowest.toFixed(1)} s after the database at most`,
      faults: [...(await faultsOf(portal, crowd)), ...unless(slowest <= 10, `it took ${slowest.toFixed(1)} s to go on`)],
      control: await withoutWaitingForTheLog(portal),
    }
  },
}

async function waitUntilAnswering(portal: Portal): Promise<number> {
  for (;;) {
    await sleep(20)
    const answered = await portal.sql('select 1').catch(() => undefined)
    if (answered) return performance.now()
  }
}

// A commit that does not wait for the WAL is acknowledged before it is durable.
async function withoutWaitingForTheLog(portal: Portal) {
  for (const setting of ['synchronous_commit = off', `wal_writer_delay = '10s'`, `wal_writer_flush_after = '1GB'`])
    await portal.sql(`alter system set ${setting}`)
  await portal.sql('select pg_reload_conf()')
  const crowd = await sendCrowd(portal, { clients: 20 })
  await sleep(4_000)
  await portal.crashDatabase()
  await waitUntilAnswering(portal)
  await sleep(2_000)
  await crowd.leave()
  const { lost } = await compareWithDatabase(portal, crowd)
  await portal.sql('alter system reset all')
  await portal.sql('select pg_reload_conf()')
  return { seen: `with synchronous_commit off ${lost} of ${crowd.acknowledged.size} are lost in a crash`, shows: lost > 0 }
}
