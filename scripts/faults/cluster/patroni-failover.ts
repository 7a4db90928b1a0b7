import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { longestSilence, sendCrowd } from '../clients.ts'
import { openPortal, type Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'
import { openCluster, type Cluster } from './patroni.ts'

/** The primary of a Patroni cluster is killed under load, and then the one that replaced it. */
export const patroniFailover: Scenario = {
  name: 'cluster: Patroni, etcd and HAProxy, the primary killed twice',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'portico-cluster-'))
    await chmod(folder, 0o711)
    try {
      const cluster = await openCluster(join(folder, 'cluster'))
      const portal = await openPortal(2, folder, () => Promise.resolve(cluster))
      try {
        return await killTwice(portal, cluster)
      } finally {
        await portal.close()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function killTwice(portal: Portal, cluster: Cluster) {
  const crowd = await sendCrowd(portal, { clients: 40 })
  const waits: number[] = []
  const primaries: string[] = []
  for (let round = 0; round < 2; round += 1) {
    // The killed node follows again, and commits wait for it.
    await cluster.synchronous()
    await sleep(4_000)
    primaries.push(await cluster.primary())
    await cluster.kill(primaries[round] ?? '')
    const killed = performance.now()
    await sleep(16_000)
    waits.push(longestSilence(crowd, killed))
  }
  await crowd.leave()
  const slowest = Math.max(...waits)
  return {
    seen: `${figuresOf(crowd)}, no answer for ${waits.map((wait) => wait.toFixed(1)).join(' and ')} s when the primary was killed`,
    faults: [
      ...(await faultsOf(portal, crowd)),
      ...unless(slowest <= 15, `it took ${slowest.toFixed(1)} s to go on`),
      ...unless(new Set(primaries).size === 2, `${primaries.join(', then ')} was the primary`),
    ],
    control: await withoutProxy(cluster, primaries[1] ?? ''),
  }
}

// A client that knows only one node cannot write once that is no longer the primary.
async function withoutProxy(cluster: Cluster, node: string) {
  await cluster.synchronous()
  const refusal = await cluster.write(node).then(
    () => 'nothing',
    (error: unknown) => String(error),
  )
  return { seen: `past HAProxy the killed node says: ${refusal}`, shows: /read-only/.test(refusal) }
}
