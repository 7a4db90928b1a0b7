import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addRespondents } from '../respondents.ts'
import { workshopName, type Portal, type ReplicaOptions } from '../portal.ts'
import { unless, type Scenario } from '../scenario.ts'

// How many e-mails a replica hands over at a time: each of them may be in the hands of the mail server when it is killed.
const atOnce = 4
const undone = [
  // It does not wait for the mail server.
  { module: 'features/messages/outbox.ts', from: 'await services.mailer(email).catch(', to: 'void services.mailer(email).catch(' },
]
const nameless = [
  // Another id at each try.
  { module: 'features/messages/queries.ts', from: 'return `portico-${message.id}`', to: 'return `portico-${message.id}-${Math.random()}`' },
]

/** An announcement is asked for, and sent, by servers that are killed at any moment. */
export const killedSenders: Scenario = {
  name: 'the senders of an announcement are killed at any moment',
  async run(portal, share) {
    const kills = Math.max(6, Math.round(10 * share))
    const people = await addRespondents(portal, 100 * kills)
    await beDaytime(portal)
    portal.mail.slowMs = 200
    const announced = await announceWhileKilled(portal)
    const sent = await killWhileSending(portal, kills, [undefined, undefined])
    await announceWhileKilled(portal)
    const control = await killWhileSending(portal, 6, [{ changes: undone }, { changes: nameless }])
    return {
      seen: `${kills} kills, ${people} people, ${sent.arrived} reached, ${sent.copies} e-mails came again under the same id`,
      faults: [
        ...unless(announced === people, `${announced} messages were made for ${people} people`),
        ...unless(sent.lost === 0, `${sent.lost} were lost`),
        ...unless(sent.twice === 0, `${sent.twice} people got it under two ids`),
        ...unless(sent.copies <= kills * atOnce, `${sent.copies} copies are more than were on their way`),
      ],
      control: {
        seen: `who does not wait for the mail server loses ${control.lost}, who makes a new id at each try writes to ${control.twice} twice`,
        shows: control.lost > 0 && control.twice > 0,
      },
    }
  },
}

// Announcements do not leave at night.
async function beDaytime(portal: Portal): Promise<void> {
  const hourIn = (timeZone: string) => Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format())
  const zone = Intl.supportedValuesOf('timeZone').find((name) => hourIn(name) === 12)
  await portal.sql('update workshop set time_zone = $1', [zone])
}

// The server that is asked dies before it answers; whoever asked does so again. How many messages there are then.
async function announceWhileKilled(portal: Portal): Promise<number> {
  const key = randomUUID()
  const texts = { en: { subject: 'We start at ten', text: 'At ten, not at nine.' } }
  const announce = () => portal.call('announcements/sendAnnouncement', { workshopName, texts, key })
  const heard = announce().catch(() => undefined)
  await sleep(150)
  await portal.replaceReplica(0)
  await heard
  await announce()
  const [row] = await portal.sql<{ many: number }>(
    'select count(*)::integer as many from message join announcement on announcement.id = announcement_id where key = $1',
    [key],
  )
  return row?.many ?? 0
}

// What became of the newest announcement when its senders were killed so often.
async function killWhileSending(portal: Portal, kills: number, options: readonly (ReplicaOptions | undefined)[]) {
  const messages = await portal.sql<{ id: number }>(
    `select id::integer from message where announcement_id = (select max(id) from announcement) order by id`,
  )
  await Promise.all(options.map(async (one, place) => one && portal.replaceReplica(place, one)))
  await portal.sql('update announcement set due_at = now()')
  await makeDue(portal)
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(200 + 400 * Math.random())
    await portal.replaceReplica(kill % 2, options[kill % 2])
  }
  await portal.replaceAll()
  for (const until = Date.now() + 60_000; Date.now() < until && (await makeDue(portal)) > 0;) await sleep(500)
  const arrivals = Map.groupBy(portal.mail.taken, ([id]) => Number(/^<portico-(\d+)/.exec(id)?.[1]))
  const perMessage = messages.map(({ id }) => arrivals.get(id) ?? [])
  return {
    lost: perMessage.filter((ids) => ids.length === 0).length,
    arrived: perMessage.filter((ids) => ids.length > 0).length,
    twice: perMessage.filter((ids) => ids.length > 1).length,
    copies: perMessage.flat().reduce((sum, [, times]) => sum + times - 1, 0),
  }
}

// Answers how many still wait.
async function makeDue(portal: Portal): Promise<number> {
  await portal.sql(
    'update message set due_at = now() where id in (select id from message where due_at > now() and announcement_id is not null for update skip locked)',
  )
  const [row] = await portal.sql<{ many: number }>('select count(*)::integer as many from message where due_at is not null')
  return row?.many ?? 0
}
