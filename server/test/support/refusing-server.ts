import { beforeEach } from 'vitest'
import { sendMessages } from '../../src/features/messages/outbox.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from './builders.ts'
import { openPortico } from './harness.ts'

/** Failures of a mail server: it refuses a recipient with this code, or cannot be reached. */
export const atRecipient = (responseCode: number) => ({ code: 'EENVELOPE', command: 'RCPT TO', responseCode })
export const outage = { code: 'ECONNECTION', command: 'CONN' }

/** Opens a portal whose mail server refuses whom a test says, and returns what tests need to invite people and to read what became of it. */
export async function openRefusingServer() {
  const portico = await openPortico()
  await buildQuestionnaire(portico)
  await buildWorkshop(portico)
  let adam = await portico.as('adam')
  let start = Date.parse('2026-11-21T20:00:00Z')
  const minutes = (count: number) => portico.setTime(new Date(start + count * 60_000).toISOString())
  let turn = 0

  // Each test has a day of its own, and finds nothing that waits.
  beforeEach(async () => {
    start += 30 * 3_600_000
    minutes(0)
    adam = await portico.as('adam')
    await portico.sql('update message set due_at = null')
  })

  /** Sends what is due to a mail server that answers with these failures, by the beginning of the address; returns who was offered, in order. */
  async function send(failures: Readonly<Record<string, object>>): Promise<string[]> {
    const offered: string[] = []
    const mailer = async ({ to }: { readonly to: string }) => {
      offered.push(to)
      const failure = Object.entries(failures).find(([who]) => to.startsWith(who))?.[1]
      if (failure) throw Object.assign(new Error('Not taken'), failure)
    }
    await sendMessages({ ...portico.services, mailer }, new AbortController().signal, false)
    return offered
  }

  /** Somebody who is invited by e-mail, and what staff see of them. */
  async function invite(who: string) {
    turn += 1
    const email = `${who}${turn}@respondents.example`
    const respondent = { anonymousId: await buildRespondent(portico, { email }) }
    return {
      email,
      respondent,
      seen: async () => {
        const { respondent: entry } = await adam.call.responses.getResponseForAdmin({ respondent })
        const { messages } = await adam.call.agency.getContactLog({ respondent })
        const { items } = await adam.call.messages.getMessageList({ kind: 'invitation' })
        const listed = items.find(({ anonymousId }) => anonymousId === respondent.anonymousId)
        return [listed?.state, messages[0]?.state, entry.mustTelephone]
      },
    }
  }

  /** Lets the mail server refuse addresses that begin with `refused` from one minute to another, while it takes others. */
  async function refuseFrom(from: number, to: number): Promise<void> {
    for (let passed = from; passed <= to; passed += 11) {
      minutes(passed)
      if ((passed - from) % 55 === 0) await invite('other')
      await send({ refused: atRecipient(550) })
    }
    adam = await portico.as('adam')
  }

  return {
    portico,
    minutes,
    send,
    invite,
    refuseFrom,
    /** An admin who is signed in at the moment, when the test began, and how many were invited. */
    now: {
      get adam() {
        return adam
      },
      get start() {
        return start
      },
      get turn() {
        return turn
      },
    },
  }
}
