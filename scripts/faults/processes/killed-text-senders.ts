import { changed } from '../change.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { announceWhileKilled, setWorkshopToNoon, killWhileSending } from '../announcing.ts'
import type { Portal } from '../portal.ts'
import { addRespondents } from '../respondents.ts'
import { unless, type Scenario } from '../scenario.ts'
import { openTextGateway, type GatewayMode, type TestGateway } from '../../../server/test/support/text-gateway.ts'

const handOver = 'features/messages/texts/hand-over.ts'
const withoutWaiting = [
  // Does not wait for the gateway.
  changed(handOver, 'await gatewayOf(services).send(text)', 'void gatewayOf(services).send(text).catch(() => {})'),
]
const withoutLookup = [
  // Does not ask the gateway whether it already has a text whose sending was started.
  changed(handOver, 'if (await isWithGateway(ctx, message, text)) {', 'if (false) {'),
]
const gatewayModes: readonly GatewayMode[] = ['take', 'drop', 'take', { status: 429 }, 'take', 'fail', 'take', 'lose']

/**
 * An announcement by text message is created and sent by servers that are killed at any moment, through a gateway with every kind of
 * failure.
 */
export const killedTextSenders: Scenario = {
  name: 'the senders of text messages are killed at any moment; the gateway refuses, delays, drops, and reports twice',
  async run(portal, share) {
    const kills = Math.max(6, Math.round(12 * share))
    const gateway = await openTextGateway({ slowMs: 400 })
    try {
      const texting = { env: { SMS_URL: gateway.url, PUBLIC_URL: 'http://127.0.0.1:9' } }
      await portal.replaceAll(texting)
      const people = await addRespondents(portal, 60 * kills, { byPhone: true })
      await setWorkshopToNoon(portal)
      const announced = await announceWhileKilled(portal, texting)
      const reporting = reportTwice(portal, gateway)
      const sending = { after: texting, before: (kill: number) => void (gateway.mode = kill < kills ? gatewayModes : 'take') }
      const ids = await killWhileSending(portal, kills, { during: [texting, texting], ...sending })
      const sent = await outcomeOf(portal, gateway, ids)
      const reported = await reporting.end()
      await announceWhileKilled(portal, texting)
      const during = [withoutWaiting, withoutLookup].map((changes) => ({ ...texting, changes }))
      const control = await outcomeOf(portal, gateway, await killWhileSending(portal, kills, { during, ...sending }))
      return {
        seen: `${kills} kills, ${people} people, ${sent.arrived} reached, ${reported.heard} reports heard`,
        faults: [
          ...unless(announced === people, `${announced} messages were made for ${people} people`),
          ...unless(sent.lost === 0, `${sent.lost} were lost`),
          ...unless(sent.twice === 0, `${sent.twice} people got it twice`),
          ...unless(sent.unmarked === 0, `${sent.unmarked} are not known to have been sent`),
          ...unless(reported.heard > 0, 'no report was heard'),
          ...unless(reported.forgotten === 0, `${reported.forgotten} reports that were heard are forgotten`),
        ],
        control: {
          seen: `who does not wait for the gateway loses ${control.lost}, who does not ask it writes to ${control.twice} twice`,
          shows: control.lost > 0 && control.twice > 0,
        },
      }
    } finally {
      await gateway.close()
    }
  },
}

async function outcomeOf(portal: Portal, { taken }: TestGateway, messages: readonly number[]) {
  const times = Map.groupBy(taken, messageOf)
  const perMessage = messages.map((id) => times.get(id)?.length ?? 0)
  const marked = await portal.sql('select from message where id = any($1::bigint[]) and sent_at is not null', [messages])
  return {
    lost: perMessage.filter((many) => many === 0).length,
    arrived: perMessage.filter((many) => many > 0).length,
    twice: perMessage.filter((many) => many > 1).length,
    unmarked: messages.length - marked.length,
  }
}

function messageOf({ reportTo }: TestGateway['taken'][number]): number {
  return Number(new URL(reportTo).pathname.split('/').at(-1))
}

function isReportAccepted(gateway: TestGateway, { reportTo }: TestGateway['taken'][number], origin: string): Promise<boolean> {
  return gateway.tell(`${origin}${new URL(reportTo).pathname}`, reportTo, { MessageStatus: 'delivered' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

// Reports each text as delivered twice concurrently, to any server; a report counts as received once a server has answered it.
function reportTwice(portal: Portal, gateway: TestGateway) {
  const heard = new Set<number>()
  let [next, isOver] = [0, false]
  const reporting = (async () => {
    while (!isOver) {
      const newTexts = gateway.taken.slice(next, next + 20)
      next += newTexts.length
      await Promise.all(
        [...newTexts, ...newTexts].map(async (text, turn) => {
          const origin = portal.replicas[turn % 2]?.origin ?? ''
          if (await isReportAccepted(gateway, text, origin)) heard.add(messageOf(text))
        }),
      )
      if (newTexts.length === 0) await sleep(50)
    }
  })()
  return {
    async end() {
      isOver = true
      await reporting
      const kept = await portal.sql(`select from message where id = any($1::bigint[]) and delivery = 'delivered'`, [[...heard]])
      return { heard: heard.size, forgotten: heard.size - kept.length }
    },
  }
}
