import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { workshopName, type Portal, type ReplicaOptions } from './portal.ts'

/** Sets the workshop's time zone so that it is noon there, because announcements are not sent at night. */
export async function setWorkshopToNoon(portal: Portal): Promise<void> {
  const hourIn = (timeZone: string) => Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format())
  const zone = Intl.supportedValuesOf('timeZone').find((name) => hourIn(name) === 12)
  await portal.sql('update workshop set time_zone = $1', [zone])
}

/** Sends an announcement while the server is killed before it responds, and repeats it. Returns the number of messages created. */
export async function announceWhileKilled(portal: Portal, options?: ReplicaOptions): Promise<number> {
  const key = randomUUID()
  const texts = { en: { subject: 'We start at ten', text: 'At ten, not at nine.' } }
  const announce = () => portal.call('announcements/sendAnnouncement', { workshopName, texts, key })
  const interrupted = announce().catch(() => undefined)
  await sleep(150)
  await portal.replaceReplica(0, options)
  await interrupted
  await announce()
  const [row] = await portal.sql<{ many: number }>(
    'select count(*)::integer as many from message join announcement on announcement.id = announcement_id where key = $1',
    [key],
  )
  return row?.many ?? 0
}

/**
 * Starts the newest announcement and kills the senders this often. Meanwhile each replica runs with its entry in `during`, and finally all
 * run with `after`. `before` each kill, the surroundings may be changed. Returns the ids of the messages once none is waiting or a minute
 * has passed.
 */
export async function killWhileSending(
  portal: Portal,
  kills: number,
  { during, after, before }: { during: readonly (ReplicaOptions | undefined)[]; after?: ReplicaOptions; before?: (kill: number) => void },
): Promise<number[]> {
  const messages = await startSending(portal, during)
  for (let kill = 0; kill < kills; kill += 1) {
    before?.(kill)
    await sleep(200 + 400 * Math.random())
    await portal.replaceReplica(kill % 2, during[kill % 2])
    await makeMessagesDue(portal)
  }
  before?.(kills)
  await finishSending(portal, after)
  return messages
}

/** Starts the newest announcement; each replica runs with its entry in `during`. Returns the ids of the messages. */
export async function startSending(portal: Portal, during: readonly (ReplicaOptions | undefined)[]): Promise<number[]> {
  const messages = await portal.sql<{ id: number }>(
    `select id::integer from message where announcement_id = (select max(id) from announcement) order by id`,
  )
  await Promise.all(during.map(async (one, place) => one && portal.replaceReplica(place, one)))
  await portal.sql('update announcement set due_at = now()')
  await makeMessagesDue(portal)
  return messages.map(({ id }) => id)
}

/** Kills all replicas at once and starts others, which run with `after`. Resolves once no message is waiting or a minute has passed. */
export async function finishSending(portal: Portal, after?: ReplicaOptions): Promise<void> {
  await portal.replaceAll(after)
  for (const until = Date.now() + 60_000; Date.now() < until && (await makeMessagesDue(portal)) > 0;) await sleep(500)
}

// Makes waiting messages due and returns their number. A text being handed over is left alone for longer than the gateway's latency, as it
// normally is for a minute.
async function makeMessagesDue(portal: Portal): Promise<number> {
  await portal.sql(
    `update message set due_at = now() where id in (select id from message where due_at > now() and announcement_id is not null
       and coalesce(handed_over_at < now() - interval '2 seconds', true) for update skip locked)`,
  )
  const [row] = await portal.sql<{ many: number }>('select count(*)::integer as many from message where due_at is not null')
  return row?.many ?? 0
}
