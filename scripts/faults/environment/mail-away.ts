import { setTimeout as sleep } from 'node:timers/promises'
import { sendCrowd } from '../clients.ts'
import type { MailMode } from '../mail-server.ts'
import type { Portal } from '../portal.ts'
import { faultsOf, unless, type Scenario } from '../scenario.ts'

/** The mail server is down with 1,000 e-mails waiting and returns with every kind of failure, while the senders are killed. */
export const mailAway: Scenario = {
  name: 'the mail server is away with 1,000 waiting, then 421, 451, hangs, drops; senders killed 3 times',
  async run(portal, share) {
    const wanted = Math.round(1_000 * share)
    const before = new Set(portal.mail.taken.keys())
    portal.mail.mode = 'refuse'
    const [last] = await portal.sql<{ id: number }>('select coalesce(max(id), 0)::integer as id from message')
    const crowd = await sendCrowd(portal, { clients: 30, restMs: 20 })
    await waitUntil(async () => (await countWaiting(portal)) >= wanted, 120)
    await crowd.leave()
    const failures: readonly [MailMode, number][] = [
      ['421', 2],
      ['451', 2],
      ['hang', 3],
    ]
    for (const [mode, seconds] of failures) {
      portal.mail.mode = mode
      await skipRetryDelays(portal)
      await sleep(seconds * 1_000)
    }
    portal.mail.mode = 'drop'
    for (let kill = 0; kill < 3; kill += 1) {
      await skipRetryDelays(portal)
      await sleep(1_000)
      await portal.replaceReplica(kill % 2)
    }
    portal.mail.mode = 'take'
    const began = performance.now()
    await waitUntil(async () => {
      await skipRetryDelays(portal)
      return (await countWaiting(portal)) === 0
    }, 180)
    const seconds = (performance.now() - began) / 1_000
    const ids = await portal.sql<{ id: number }>('select id::integer from message where id > $1', [last?.id ?? 0])
    const taken = [...portal.mail.taken].filter(([id]) => !before.has(id))
    const missing = ids.filter(({ id }) => !portal.mail.taken.has(`<portico-${id}@portico.invalid>`))
    const copies = taken.reduce((sum, [, times]) => sum + times, 0) - taken.length
    return {
      seen: `${ids.length} e-mails, ${taken.length} arrived, the last ${seconds.toFixed(0)} s after it was back`,
      faults: [
        ...(await faultsOf(portal, crowd)),
        ...unless(missing.length === 0, `${missing.length} e-mails never arrived`),
        ...unless(taken.length === ids.length, `${taken.length} ids arrived of ${ids.length} e-mails`),
      ],
      // A lost response causes a duplicate, which only its id identifies.
      control: { seen: `counted without their ids, ${copies} came twice`, shows: copies > 0 },
    }
  },
}

async function countWaiting(portal: Portal): Promise<number> {
  const [row] = await portal.sql<{ many: number }>('select count(*)::integer as many from message where due_at is not null')
  return row?.many ?? 0
}

// Skips the retry delay of all waiting messages.
async function skipRetryDelays(portal: Portal): Promise<void> {
  await portal.sql(`update message set due_at = now() where id in (
    select id from message where due_at > now() for update skip locked)`)
}

async function waitUntil(holds: () => Promise<boolean>, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end;) {
    if (await holds()) return
    await sleep(500)
  }
}
