import { setTimeout as sleep } from 'node:timers/promises'
import { changed, type Change } from '../change.ts'
import { announceWhileKilled, finishSending, killWhileSending, setWorkshopToNoon, startSending } from '../announcing.ts'
import type { Portal } from '../portal.ts'
import { addRespondents } from '../respondents.ts'
import { unless, type Scenario } from '../scenario.ts'

// How many e-mails a replica hands over concurrently: each of them may be with the mail server when it is killed.
const maxConcurrent = 4
const withoutWaiting = [
  // Does not wait for the mail server.
  changed('features/messages/outbox.ts', 'await services.mailer(email).catch(', 'void services.mailer(email).catch('),
]
const withRandomIds = [
  // Uses another id for each attempt.
  changed('features/messages/queries.ts', 'return `portico-${message.id}`', 'return `portico-${message.id}-${Math.random()}`'),
]

/** An announcement is created and sent by servers that are killed at any moment. */
export const killedSenders: Scenario = {
  name: 'the senders of an announcement are killed at any moment',
  async run(portal, share) {
    const kills = Math.max(6, Math.round(10 * share))
    const people = await addRespondents(portal, 100 * kills)
    await setWorkshopToNoon(portal)
    portal.mail.slowMs = 200
    const announced = await announceWhileKilled(portal)
    const sent = arrivalsOf(portal, await killWhileSending(portal, kills, { during: [undefined, undefined] }))
    const { lost } = await killMidway(portal, withoutWaiting, (ids) => isAnyMarked(portal, ids))
    const { twice } = await killMidway(portal, withRandomIds, (ids) => arrivalsOf(portal, ids).arrived > 0)
    return {
      seen: `${kills} kills, ${people} people, ${sent.arrived} reached, ${sent.copies} e-mails came again under the same id`,
      faults: [
        ...unless(announced === people, `${announced} messages were made for ${people} people`),
        ...unless(sent.lost === 0, `${sent.lost} were lost`),
        ...unless(sent.twice === 0, `${sent.twice} people got it under two ids`),
        ...unless(sent.copies <= kills * maxConcurrent, `${sent.copies} copies are more than were on their way`),
      ],
      control: {
        seen: `who does not wait for the mail server loses ${lost}, who makes a new id at each try writes to ${twice} twice`,
        shows: lost > 0 && twice > 0,
      },
    }
  },
}

// Sends an announcement with these changes until it `isMidway`, and kills all senders then, so that the damage does not depend on chance.
async function killMidway(
  portal: Portal,
  changes: readonly Change[],
  isMidway: (messages: readonly number[]) => boolean | Promise<boolean>,
) {
  await announceWhileKilled(portal)
  const { slowMs } = portal.mail
  // The mail server still holds each e-mail for half of this time, before or after accepting it, when the senders are killed.
  portal.mail.slowMs = 6_000
  const messages = await startSending(portal, [{ changes }, { changes }])
  for (const until = Date.now() + 60_000; Date.now() < until && !(await isMidway(messages));) await sleep(10)
  portal.mail.slowMs = slowMs
  await finishSending(portal)
  return arrivalsOf(portal, messages)
}

async function isAnyMarked(portal: Portal, messages: readonly number[]): Promise<boolean> {
  const marked = await portal.sql('select from message where id = any($1::bigint[]) and sent_at is not null limit 1', [messages])
  return marked.length > 0
}

// Counts which of these messages arrived, and how often.
function arrivalsOf(portal: Portal, messages: readonly number[]) {
  const arrivals = Map.groupBy(portal.mail.taken, ([id]) => Number(/^<portico-(\d+)/.exec(id)?.[1]))
  const perMessage = messages.map((id) => arrivals.get(id) ?? [])
  return {
    lost: perMessage.filter((ids) => ids.length === 0).length,
    arrived: perMessage.filter((ids) => ids.length > 0).length,
    twice: perMessage.filter((ids) => ids.length > 1).length,
    copies: perMessage.flat().reduce((sum, [, times]) => sum + times - 1, 0),
  }
}
