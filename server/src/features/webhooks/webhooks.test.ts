import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { WebhookEvent } from '@portico/shared/words/webhook-events'
import { auditTrail } from '../../../test/support/audit-trail.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds, workshopName } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { buildWebhook, openReceiver, type Received } from '../../../test/support/webhooks.ts'

const start = '2026-12-19T20:00:00Z'
const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico, { eventDate: '2027-03-06' })
await buildWorkshop(portico, { name: 'elsewhere', isDefault: false })
const receiver = await openReceiver()
const rosa = await portico.as('rosa')
const about = (anonymousId: string) => ({ respondent: { anonymousId } })
const types = () => receiver.received.map(({ message }) => message.type)
const ids = () => receiver.received.map(({ headers }) => String(headers['webhook-id']))
const listed = async () => (await rosa.call.webhooks.getWebhookList())[0]
const deliveries = async (id: number) => (await rosa.call.webhooks.getDeliveryList({ id, pagination: { offset: 0, count: 100 } })).items
const later = (hours: number) => portico.setTime(new Date(Date.parse(start) + hours * 3_600_000).toISOString())

beforeEach(async () => {
  portico.setTime(start)
  await portico.sql('delete from webhook')
  receiver.received.length = 0
  receiver.answer = (response) => void response.writeHead(204).end()
})

function expectSignedWith(secrets: string[], { headers, body }: Received): void {
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(signed)
      .digest('base64')
  expect(headers['webhook-signature']).toBe(secrets.map((secret) => `v1,${sign(secret)}`).join(' '))
}

describe('webhooks', () => {
  it('receive each event in order, signed, with only ids and states', async () => {
    const { secret, id } = await buildWebhook(portico, { url: receiver.url })
    const green = await buildRespondent(portico)
    const red = await buildRespondent(portico, twoReds)
    await portico.drain()
    await rosa.call.workshops.respondentCheckIn(about(green))
    await rosa.call.workshops.undoCheckIn({ ...about(green), reason: 'zqxcanary' })
    await rosa.call.agency.submitRespondentStatusOverride({ ...about(red), status: { flag: 'red', reason: 'zqxcanary' } })
    const { downloadId } = await rosa.call.downloads.enqueueDownload({ workshop: { name: workshopName }, configuration: { flavor: 'all' } })
    await portico.drain()
    await buildQuestionnaire(portico)
    await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [red])
    await portico.drain()
    await portico.drain()
    const of = (about: string) =>
      receiver.received.filter(({ message }) => message.data['anonymousId'] === about).map(({ message }) => message.type)
    expect(of(green)).toEqual(['respondent.submitted', 'respondent.invited', 'respondent.checked_in', 'respondent.check_in_undone'])
    expect(of(red)).toEqual(['respondent.submitted', 'respondent.decided', 'respondent.flag_changed', 'respondent.withdrawn'])
    expect(receiver.received.find(({ message }) => message.type === 'respondent.flag_changed')?.message.data).toEqual({
      anonymousId: red,
      workshopName,
      agencyId: expect.any(Number),
      flag: 'red',
      checkedIn: false,
    })
    expect(receiver.received.find(({ message }) => message.type === 'download.ready')?.message.data).toEqual({ downloadId, workshopName })
    expect(receiver.received.find(({ message }) => message.type === 'questionnaire.published')?.message.data).toMatchObject({ version: 2 })
    for (const one of receiver.received) {
      expectSignedWith([secret], one)
      expect(one.body).not.toMatch(/zqxcanary|@|nguyen|\+1/i)
    }
    expect(new Set(ids()).size).toBe(receiver.received.length)
    expect((await deliveries(id)).every(({ state }) => state === 'delivered')).toBe(true)
    const read = (await auditTrail(portico, 0, 'webhooks.getDeliveryList')).at(-1)
    expect(read?.subjects, 'whose flags were shown').toEqual(expect.arrayContaining([`respondent:${green}`, `respondent:${red}`]))
  })

  it('receive a respondent who was withdrawn and returned as submitted again', async () => {
    const withdrawn = await buildRespondent(portico, twoReds)
    await buildWebhook(portico, { url: receiver.url })
    await rosa.call.corrections.withdrawRespondent({ ...about(withdrawn), reason: 'Asked to be taken out.' })
    await rosa.call.corrections.returnRespondent(about(withdrawn))
    await portico.drain()
    expect(types()).toEqual(['respondent.withdrawn', 'respondent.submitted'])
    expect(receiver.received.at(-1)?.message.data).toMatchObject({ anonymousId: withdrawn, workshopName, flag: 'in-progress' })
  })

  it('receive only subscribed events of their workshops, and nothing that was rolled back', async () => {
    const events: WebhookEvent[] = ['respondent.submitted', 'respondent.flag_changed']
    await buildWebhook(portico, { url: receiver.url, events, workshopNames: ['elsewhere'] })
    await buildRespondent(portico)
    const there = await buildRespondent(portico, twoReds, { workshopName: 'elsewhere' })
    const undone = `do $$ begin update respondent set current_flag = 'green'; raise exception 'undone'; end $$`
    await expect(portico.sql(undone)).rejects.toThrow('undone')
    await portico.drain()
    expect(receiver.received.map(({ message }) => [message.type, message.data['anonymousId']])).toEqual([['respondent.submitted', there]])
  })

  it('sign with the previous secret too for a day after rotation', async () => {
    const { id, secret } = await buildWebhook(portico, { url: receiver.url })
    const { secret: next } = await (await portico.as('rosa')).call.webhooks.rotateSecret({ id })
    await rosa.call.webhooks.sendTest({ id })
    await portico.drain()
    later(25)
    await rosa.call.webhooks.sendTest({ id })
    await portico.drain()
    expectSignedWith([next, secret], receiver.received[0] as Received)
    expectSignedWith([next], receiver.received[1] as Received)
  })

  it('keep address and secret out of plain columns, the audit trail and lists', async () => {
    const { secret } = await buildWebhook(portico, { url: `${receiver.url}?key=zqxcanary` })
    const rows = await portico.sql('select row_to_json(webhook)::text as text from webhook')
    const trail = await portico.sql(`select subjects::text as text from audit_entry where action like 'webhooks.%'`)
    const bytes = await portico.sql('select sealed from webhook')
    expect(JSON.stringify([rows, trail]) + String(bytes[0]?.['sealed'])).not.toMatch(/zqxcanary|whsec/)
    expect(JSON.stringify(await rosa.call.webhooks.getWebhookList())).not.toContain(secret)
  })
})

describe('failed deliveries', () => {
  it('are retried with the same id and body before later messages about that respondent', async () => {
    const { id } = await buildWebhook(portico, { url: receiver.url, events: ['respondent.submitted', 'respondent.decided'] })
    const first = await buildRespondent(portico, twoReds)
    const second = await buildRespondent(portico)
    await rosa.call.agency.submitRespondentStatusOverride({ ...about(first), status: { flag: 'red', reason: 'x' } })
    receiver.answer = (response, { message }) => void response.writeHead(message.data['anonymousId'] === first ? 503 : 200).end()
    await portico.drain()
    expect(receiver.received.map(({ message }) => message.data['anonymousId'])).toEqual([first, second])
    receiver.answer = (response) => void response.writeHead(200).end()
    await portico.drain()
    expect(types()).toEqual(['respondent.submitted', 'respondent.submitted', 'respondent.submitted', 'respondent.decided'])
    expect([receiver.received[2]?.body, ids()[2]]).toEqual([receiver.received[0]?.body, ids()[0]])
    expect((await deliveries(id)).map(({ attempts, state, status }) => [attempts, state, status])).toEqual([
      [1, 'delivered', 200],
      [1, 'delivered', 200],
      [2, 'delivered', 200],
    ])
  })

  it.each([
    ['redirects', 'redirect', 302],
    ['closes the connection', 'connection', null],
    ['responds with an error', 'status', 500],
  ] as const)('wait for a retry if the receiver %s', async (how, fault, status) => {
    const { id } = await buildWebhook(portico, { url: receiver.url })
    receiver.answer = (response) => {
      if (how === 'closes the connection') response.destroy()
      else response.writeHead(status ?? 500, { location: `${receiver.url}/elsewhere` }).end()
    }
    await rosa.call.webhooks.sendTest({ id })
    await portico.drain()
    expect(receiver.received.map(({ url }) => url)).toEqual(['/hook'])
    expect((await deliveries(id))[0]).toMatchObject({
      state: 'waiting',
      attempts: 1,
      fault,
      status,
      nextAttemptAt: '2026-12-19T20:00:05.000Z',
    })
    expect(await listed()).toMatchObject({ state: 'failing', failingSince: '2026-12-19T20:00:00.000Z', waiting: 1 })
  })

  it('wait for a retry after a timeout, without blocking other webhooks', async () => {
    const { id } = await buildWebhook(portico, { url: receiver.url })
    const other = await openReceiver()
    const { id: otherId } = await buildWebhook(portico, { url: other.url })
    const held: (() => void)[] = []
    receiver.answer = (response) => void held.push(() => response.writeHead(204).end())
    await rosa.call.webhooks.sendTest({ id })
    await rosa.call.webhooks.sendTest({ id: otherId })
    Object.assign(portico.services, { webhookTimeoutMs: 3_000 })
    await portico.drain()
    Object.assign(portico.services, { webhookTimeoutMs: undefined })
    for (const answerLate of held) answerLate()
    expect((await deliveries(id))[0]).toMatchObject({ state: 'waiting', fault: 'timeout', status: null })
    expect((await deliveries(otherId))[0]).toMatchObject({ state: 'delivered' })
    receiver.answer = (response) => void response.writeHead(204).end()
    await portico.drain()
    expect(new Set(ids()).size).toBe(1)
    expect((await deliveries(id))[0]).toMatchObject({ state: 'delivered', attempts: 2 })
  })

  it.each([true, false])('pause the webhook, unless an admin sends one of them again in the same round: %s', async (paused) => {
    const { id } = await buildWebhook(portico, { url: receiver.url })
    for (let count = 0; count < 2; count += 1) await buildRespondent(portico)
    const tried = async () => (await deliveries(id)).filter(({ attempts }) => attempts > 0)
    receiver.answer = async (response) => {
      if (receiver.received.length === 2 && !paused) {
        await expect.poll(tried).toHaveLength(1)
        for (const failed of await tried()) await rosa.call.webhooks.replayDelivery({ id: failed.id })
      }
      response.writeHead(500).end()
    }
    await portico.drain()
    expect(await portico.sql('select paused_until > $1 as paused from webhook', [portico.services.clock()])).toEqual([{ paused }])
  })

  it('do not hold up what an admin sends', async () => {
    const { id } = await buildWebhook(portico, { url: receiver.url })
    for (let count = 0; count < 7; count += 1) await buildRespondent(portico)
    await rosa.call.webhooks.sendTest({ id })
    receiver.answer = (response) => void response.writeHead(500).end()
    await portico.drain()
    expect(types()[0]).toBe('webhook.test')
    const newest = (await deliveries(id)).find(({ type }) => type === 'respondent.submitted')
    await rosa.call.webhooks.replayDelivery({ id: newest?.id ?? 0 })
    await portico.drain()
    expect(ids()[8]).toBe(newest?.messageId)
  })

  it('are retried with growing delays', async () => {
    const { id } = await buildWebhook(portico, { url: receiver.url })
    receiver.answer = (response) => void response.writeHead(500).end()
    await rosa.call.webhooks.sendTest({ id })
    const next: unknown[] = []
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await portico.drain()
      next.push((Date.parse((await deliveries(id))[0]?.nextAttemptAt ?? '') - Date.parse(start)) / 1_000)
    }
    expect(next).toEqual([5, 25, 125, 625, 3_125, 14_400, 14_400])
  })

  it('disable the webhook after 3 days and notify admins; once enabled, it gets waiting messages', async () => {
    const { id } = await buildWebhook(portico, { url: receiver.url })
    receiver.answer = (response) => void response.writeHead(500).end()
    await rosa.call.webhooks.sendTest({ id })
    await portico.drain()
    later(71)
    await rosa.call.webhooks.sendTest({ id })
    await portico.drain()
    expect(await listed()).toMatchObject({ state: 'failing' })
    later(73)
    portico.outbox.length = 0
    await portico.drain()
    await portico.drain()
    expect(await listed()).toMatchObject({ state: 'disabled', disabledBecause: 'failing' })
    // E-mails are sent concurrently, in any order.
    expect(portico.outbox.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
      ['adam', 'rosa'].map((name) => [`${name}@portico.example`, 'Portico: the webhook Case system is disabled']),
    )
    const before = receiver.received.length
    await buildRespondent(portico)
    await portico.drain()
    expect(receiver.received).toHaveLength(before)
    receiver.answer = (response) => void response.writeHead(200).end()
    await rosa.call.webhooks.setWebhook({ id, enabled: true })
    await portico.drain()
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(['delivered', 'given-up'])
    const given = (await deliveries(id))[1]
    await rosa.call.webhooks.replayDelivery({ id: given?.id ?? 0 })
    await portico.drain()
    expect(ids().at(-1)).toBe(given?.messageId)
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  it('with status 410 disable the webhook at once', async () => {
    const { id } = await buildWebhook(portico, { url: receiver.url })
    receiver.answer = (response) => void response.writeHead(410).end()
    await rosa.call.webhooks.sendTest({ id })
    await portico.drain()
    expect(await listed()).toMatchObject({ state: 'disabled', disabledBecause: 'gone' })
  })
})

describe('the address of a webhook', () => {
  it.each([
    'http://cases.example.org/',
    'https://10.0.0.1/',
    'https://[::1]:8080/',
    'https://localhost/',
    'ftp://cases.example.org/',
    'https://a:b@cases.example.org/',
  ])('is refused in production: %s', async (url) => {
    const before = portico.services.loopbackWebhooks
    Object.assign(portico.services, { loopbackWebhooks: false })
    await expect(buildWebhook(portico, { url })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
    Object.assign(portico.services, { loopbackWebhooks: before })
  })

  it('gets nothing if it is a loopback address by the time of sending', async () => {
    const { id } = await buildWebhook(portico, { url: receiver.url })
    Object.assign(portico.services, { loopbackWebhooks: false })
    await rosa.call.webhooks.sendTest({ id })
    await portico.drain()
    Object.assign(portico.services, { loopbackWebhooks: true })
    expect(receiver.received).toEqual([])
    expect((await deliveries(id))[0]).toMatchObject({ state: 'waiting', fault: 'address' })
  })
})

it('sweepDeliveries deletes delivered messages after 30 days', async () => {
  const { id } = await buildWebhook(portico, { url: receiver.url })
  await rosa.call.webhooks.sendTest({ id })
  await portico.drain()
  later(31 * 24)
  const { sweepDeliveries } = await import('./send-webhooks.ts')
  await sweepDeliveries(portico.services)
  expect((await portico.sql('select id from webhook_delivery')).length).toBe(0)
})
