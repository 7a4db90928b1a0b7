import { describe, expect, it } from 'vitest'
import { atRecipient, openRefusingServer, outage } from '../../../test/support/refusing-server.ts'
import { sendMessages } from './outbox.ts'

const { portico, minutes, send, invite, now } = await openRefusingServer()

const waiting = ['refused', 'waiting', false]
const ended = ['undelivered', 'undelivered', true]

/** Lets the mail server answer like this for five hours, in which others are written to every hour if it takes those. */
async function fiveHours(refused: object, others: object | undefined): Promise<void> {
  for (let passed = 0; passed <= 300; passed += 11) {
    minutes(passed)
    if (passed % 55 === 0) await invite('other')
    await send({ refused, ...(others && { other: others }) })
  }
}

describe('an invitation whose recipient is refused', () => {
  it.each([
    ['for good, while others are taken, ends and the person must be telephoned', atRecipient(553), undefined, ended],
    ['for now, is retried', atRecipient(450), undefined, waiting],
    ['for good, like everybody, is retried', atRecipient(550), atRecipient(550), waiting],
    ['for good, while the others do not reach the server, is retried', atRecipient(550), outage, waiting],
    ['with the sender, is retried', { ...atRecipient(550), command: 'MAIL FROM' }, undefined, waiting],
    ['with its content, is retried', { ...atRecipient(554), code: 'EMESSAGE', command: 'DATA' }, undefined, waiting],
    ['by nobody: control', outage, undefined, waiting],
  ])('%s', async (_how, refused, others, outcome) => {
    const person = await invite('refused')
    await fiveHours(refused, others)
    expect(await person.seen()).toEqual(outcome)
    // Once the cause is gone, whoever was still waited for is reached.
    minutes(320)
    await send({})
    expect((await person.seen())[0]).toBe(outcome === ended ? 'undelivered' : 'sent')
  })

  it('by a server that is repaired at this moment is retried', async () => {
    const person = await invite('refused')
    for (const passed of [0, 300]) {
      minutes(passed)
      await invite('other')
      await send({ refused: atRecipient(550), ...(passed === 0 && { other: atRecipient(550) }) })
    }
    expect(await person.seen()).toEqual(waiting)
  })

  it('is not ended within the first hours', async () => {
    const person = await invite('refused')
    for (let passed = 0; passed < 240; passed += 11) {
      minutes(passed)
      await invite('other')
      await send({ refused: atRecipient(550) })
    }
    expect(await person.seen()).toEqual(waiting)
  })

  it.each([
    ['that were not interrupted (control)', atRecipient(550), ended],
    ['with one for now between them', atRecipient(450), waiting],
  ])('is ended after four hours of refusals for good: %s', async (_how, meanwhile, outcome) => {
    const person = await invite('refused')
    for (const [passed, failure] of [
      [0, atRecipient(550)],
      [120, meanwhile],
      [130, atRecipient(550)],
      [250, atRecipient(550)],
    ] as const) {
      minutes(passed)
      await send({ refused: failure })
      await invite('other')
    }
    expect(await person.seen()).toEqual(outcome)
  })

  it('is sent again to a corrected address, which ends the call to make', async () => {
    const { respondent, seen } = await invite('refused')
    await fiveHours(atRecipient(550), undefined)
    expect(await seen()).toEqual(ended)
    const { version } = await now.adam.call.corrections.previewCorrection({
      respondent,
      answers: { email: 'corrected@respondents.example' },
    })
    await now.adam.call.corrections.correctAnswers({
      respondent,
      answers: { email: 'corrected@respondents.example' },
      reason: 'A typo.',
      version,
    })
    expect((await seen())[0]).toBe('waiting')
    minutes(320)
    expect(await send({ refused: atRecipient(550) })).toContain('corrected@respondents.example')
    expect(await seen()).toEqual(['sent', 'sent', false])
  })

  it('can be sent again by an admin', async () => {
    const person = await invite('refused')
    await fiveHours(atRecipient(550), undefined)
    const { items } = await now.adam.call.messages.getMessageList({ state: 'undelivered' })
    const { id } = items.find(({ anonymousId }) => anonymousId === person.respondent.anonymousId) ?? { id: 0 }
    minutes(1_500)
    expect((await (await portico.as('adam')).rest('messages/sendAgain', { id })).status).toBe(200)
    expect((await send({})).some((to) => to.startsWith('refused'))).toBe(true)
  })
})

it('messages that were never tried come before retries, also those that are written while retries are made', async () => {
  for (let count = 0; count < 60; count += 1) await invite('refused')
  await send({ refused: atRecipient(550) })
  minutes(1)
  await invite('first')
  let isWritten = false
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const mailer = async ({ to }: { readonly to: string }) => {
    order.push(to)
    if (to.startsWith('first')) first.resolve()
    // Four are handed over at once: if the new one were not among them, they would wait for it for ever.
    if (to.startsWith('refused')) await first.promise
    if (to.startsWith('refused') && !isWritten) {
      isWritten = true
      await (await portico.as()).rest('auth/beginResetPassword', { email: 'adam@portico.example' })
    }
    if (to.startsWith('refused')) throw Object.assign(new Error('Not taken'), atRecipient(550))
  }
  await sendMessages({ ...portico.services, mailer }, new AbortController().signal, false)
  // Twenty retries at most come before the next new one.
  expect(order.indexOf('adam@portico.example')).toBeLessThanOrEqual(24)
  expect(order.filter((to) => to.startsWith('refused'))).toHaveLength(60)
  expect(new Set(order).size).toBe(62)
})

it('a password reset and a link to somebody’s data leave at once though more messages wait than one pass tries', async () => {
  const [{ respondent }, asking] = [await invite('many'), await invite('asking')]
  await send({})
  await portico.sql(
    `insert into message (kind, respondent_id, created_at, due_at) select 'workshop-change', id, $2::timestamptz, $2::timestamptz
     from respondent, generate_series(1, 1100) where anonymous_id = $1`,
    [respondent.anonymousId, new Date(now.start - 60_000)],
  )
  await (await portico.as()).rest('auth/beginResetPassword', { email: 'adam@portico.example' })
  await (await portico.as()).rest('privacy/sendLink', { respondent: asking.respondent, contact: asking.email, kind: 'delete' })
  // The link is written after the answer.
  await portico.services.backgroundWork.settle()
  const leaving = new AbortController()
  const offered: string[] = []
  const mailer = async ({ to }: { readonly to: string }) => {
    offered.push(to)
    if (offered.length === 10) leaving.abort()
  }
  await sendMessages({ ...portico.services, mailer }, leaving.signal, false)
  expect(offered).toEqual(expect.arrayContaining(['adam@portico.example', asking.email]))
})

it('the link of a staff e-mail whose recipient is refused is deleted when it ends', async () => {
  await (await portico.as()).rest('auth/beginResetPassword', { email: 'adam@portico.example' })
  for (let passed = 0; passed <= 300; passed += 11) {
    minutes(passed)
    if (passed % 55 === 0) await invite('other')
    await send({ 'adam@': atRecipient(550) })
  }
  const [last] = await portico.sql(
    `select due_at as due, delivery, sealed, wrapped_key as key from message where kind = 'reset' order by id desc limit 1`,
  )
  expect(last).toEqual({ due: null, delivery: 'undelivered', sealed: null, key: null })
})
