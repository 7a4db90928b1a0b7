import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { recoveryAfter, sendCrowd } from '../clients.ts'
import type { Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

/** The network between portal and database drops all traffic; earlier connections stay dead. */
export const swallowedConnections: Scenario = {
  name: 'the network swallows every connection to the database for 60 s',
  async run(portal, share) {
    const crowd = await sendCrowd(portal, { clients: 20 })
    await sleep(1_500)
    const seconds = Math.max(20, Math.round(60 * share))
    const plain = await connectPlainly(portal)
    portal.network.dropTraffic(true)
    const control = runControl(plain, seconds)
    await sleep(seconds * 1_000)
    portal.network.dropTraffic(false)
    const over = performance.now()
    await sleep(16_000)
    await crowd.leave()
    const [message] = await portal.sql<{ many: number }>(
      `select count(*)::integer as many from message where due_at < now() - interval '30 seconds'`,
    )
    const took = recoveryAfter(crowd, over)
    return {
      seen: `${seconds} s, ${figuresOf(crowd)}, next answer ${took.toFixed(1)} s afterwards`,
      faults: [
        ...(await faultsOf(portal, crowd)),
        ...unless(took <= 10, `it took ${took.toFixed(1)} s to go on`),
        ...unless(message?.many === 0, `${message?.many} messages still wait`),
      ],
      control: await control,
    }
  },
}

async function connectPlainly(portal: Portal): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: portal.settings['DATABASE_URL'] })
  client.on('error', () => {})
  await client.connect()
  return client
}

// A database client without timeouts, which is the default, waits forever.
async function runControl(client: pg.Client, seconds: number) {
  const asked = client.query('select 1').then(
    () => 'an answer',
    () => 'a refusal',
  )
  const heard = await Promise.race([asked, sleep((seconds + 14) * 1_000).then(() => 'nothing')])
  void client.end().catch(() => {})
  return { seen: `a plain connection heard ${heard} in ${seconds + 14} s`, shows: heard === 'nothing' }
}
