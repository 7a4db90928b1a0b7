import { mkdtemp, chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { compareWithDatabase, longestSilence, sendCrowd } from '../clients.ts'
import { openNetworkProxy } from '../network-proxy.ts'
import type { Database, Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'
import { killPrimary, openStandby, standbyName, synchronize } from './standby.ts'

const missesBeforePromotion = 3
const pollMs = 500

/** The primary is killed under load and its synchronous standby promoted, with only PostgreSQL and a simple monitor. */
export const promotedStandby: Scenario = {
  name: 'cluster: the primary is killed, its standby promoted',
  async run(portal) {
    const folder = await mkdtemp(join(tmpdir(), 'portico-standby-'))
    // PostgreSQL does not run as root: its account must be able to traverse the folder.
    await chmod(folder, 0o711)
    const opened: Database[] = []
    try {
      return await failOver(portal, folder, opened)
    } finally {
      for (const database of opened) await database.stop().catch(() => {})
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function failOver(portal: Portal, folder: string, opened: Database[]) {
  const standby = await openStandby(portal, { dataDir: join(folder, 'first'), port: portOf(portal) })
  opened.push(standby)
  await synchronize(portal, standbyName)
  const crowd = await sendCrowd(portal, { clients: 40 })
  await sleep(4_000)
  await killPrimary(portal)
  const killed = performance.now()
  await promoteWhenGone(portal, standby)
  await sleep(8_000)
  await crowd.leave()
  const took = longestSilence(crowd, killed)
  return {
    seen: `${figuresOf(crowd)}, no answer for ${took.toFixed(1)} s when the primary was killed`,
    faults: [...(await faultsOf(portal, crowd)), ...unless(took <= 15, `it took ${took.toFixed(1)} s to go on`)],
    control: await withoutWaiting(portal, folder, opened),
  }
}

// Does what Patroni does: monitors the primary and, when it is gone, promotes the standby and redirects everyone there.
async function promoteWhenGone(portal: Portal, standby: Database): Promise<void> {
  for (let misses = 0; misses < missesBeforePromotion; await sleep(pollMs)) {
    const answered = await portal.sql('select 1').catch(() => undefined)
    misses = answered ? 0 : misses + 1
  }
  await promote(portal, standby)
}

async function promote(portal: Portal, standby: Database): Promise<void> {
  const client = new pg.Client({ connectionString: standby.url })
  await client.connect()
  await client.query('select pg_promote(true, 30)')
  await client.end()
  portal.failOverTo(standby)
}

// A primary that does not wait for its standby acknowledges commits that the standby, behind a failing network, never receives.
async function withoutWaiting(portal: Portal, folder: string, opened: Database[]) {
  const network = await openNetworkProxy(portOf(portal))
  try {
    const standby = await openStandby(portal, { dataDir: join(folder, 'second'), port: network.port })
    opened.push(standby)
    await synchronize(portal, '')
    const crowd = await sendCrowd(portal, { clients: 20 })
    await sleep(1_500)
    network.dropTraffic(true)
    await sleep(2_000)
    await killPrimary(portal)
    await promoteWhenGone(portal, standby)
    await sleep(2_000)
    await crowd.leave()
    const { lost } = await compareWithDatabase(portal, crowd)
    return { seen: `without waiting for the standby ${lost} of ${crowd.acknowledged.size} are lost`, shows: lost > 0 }
  } finally {
    network.close()
  }
}

function portOf(portal: Portal): number {
  return Number(new URL(portal.databaseUrl('portico')).port)
}
