import { setTimeout as sleep } from 'node:timers/promises'
import { sendCrowd } from '../clients.ts'
import type { Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

/** Replicas behind a load balancer are stopped one after the other, as in an upgrade. */
export const stopping: Scenario = {
  name: 'SIGTERM five times under load',
  async run(portal) {
    const polite = await stopUnderLoad(portal, 'SIGTERM', 5)
    const rude = await stopUnderLoad(portal, 'SIGKILL', 3)
    return {
      seen: `${figuresOf(polite.crowd)}, ${polite.crowd.cut} answers cut, ended after ${polite.slowest.toFixed(1)} s at most`,
      faults: [
        ...(await faultsOf(portal, polite.crowd)),
        ...unless(polite.crowd.cut === 0, `${polite.crowd.cut} answers were cut`),
        ...unless(
          polite.codes.every((code) => code === 0),
          `exit codes ${polite.codes.join(', ')}`,
        ),
        ...unless(polite.slowest <= 15, `a replica took ${polite.slowest.toFixed(1)} s to end`),
      ],
      control: { seen: `killed instead, ${rude.crowd.cut} answers were cut`, shows: rude.crowd.cut > 0 },
    }
  },
}

async function stopUnderLoad(portal: Portal, signal: 'SIGTERM' | 'SIGKILL', times: number) {
  const crowd = await sendCrowd(portal, { clients: 40, restMs: 10, balanced: true })
  const codes: (number | null)[] = []
  let slowest = 0
  for (let time = 0; time < times; time += 1) {
    await sleep(1_000)
    const began = performance.now()
    codes.push((await portal.replicas[time % 2]?.end(signal)) ?? null)
    slowest = Math.max(slowest, (performance.now() - began) / 1_000)
    await portal.replaceReplica(time % 2)
  }
  await crowd.leave()
  return { crowd, codes, slowest }
}
