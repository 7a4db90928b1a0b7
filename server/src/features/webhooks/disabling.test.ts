import { beforeEach, describe, expect, it } from 'vitest'
import { openPortico } from '../../../test/support/harness.ts'
import { buildWebhook, openReceiver } from '../../../test/support/webhooks.ts'

const portico = await openPortico()
const receiver = await openReceiver()
const rosa = await portico.as('rosa')
const listed = async (id: number) => (await rosa.call.webhooks.getWebhookList()).find((webhook) => webhook.id === id)
const accountOf = async (name: string) => {
  const [account] = await portico.sql<{ id: number }>('select id from account where email = $1', [`${name}@portico.example`])
  return account?.id ?? 0
}

beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = (response) => void response.writeHead(204).end()
})

describe('a webhook that an admin disables', () => {
  it.each([true, false])('while its messages are being sent stays that way for the rest of them: %s', async (disabled) => {
    const { id } = await buildWebhook(portico, { url: receiver.url })
    await portico.sql(
      `insert into webhook_delivery (webhook_id, event, data, happened_at, due_at) select $1, 'webhook.test', '{}', $2, $2 from generate_series(1, 120)`,
      [id, portico.services.clock()],
    )
    receiver.answer = async (response) => {
      if (receiver.received.length === 1 && disabled) await rosa.call.webhooks.setWebhook({ id, enabled: false })
      response.writeHead(204).end()
    }
    await portico.drain()
    const sent = receiver.received.length
    if (disabled) expect(sent).toBeLessThan(60)
    else expect(sent).toBe(120)
    await rosa.call.webhooks.setWebhook({ id, enabled: true })
    await portico.drain()
    expect(receiver.received.length, 'waiting messages are kept').toBe(120)
  })
})

describe('the webhooks of an admin', () => {
  it.each([
    ['is disabled', { disabled: true }, { disabled: false }],
    ['loses the role', { roles: ['AGENCY' as const] }, { roles: ['ADMIN_USER' as const] }],
  ])('are disabled when the account %s, in the same audit entry', async (_what, ends, restores) => {
    const adam = await portico.as('adam')
    const id = await accountOf('adam')
    const { id: own } = await adam.call.webhooks.createWebhook({ name: 'Own', url: receiver.url, events: ['questionnaire.published'] })
    const { id: other } = await buildWebhook(portico, { url: receiver.url })
    await rosa.call.admin.updateAccount({ id, ...ends })
    expect([(await listed(own))?.state, (await listed(other))?.state]).toEqual(['disabled', 'working'])
    const [entry] = await portico.sql<{ subjects: string[] }>(
      `select subjects from audit_entry where action = 'admin.updateAccount' order by id desc limit 1`,
    )
    expect(entry?.subjects).toEqual(expect.arrayContaining([`account:${id}`, `webhook:${own}`]))
    expect(entry?.subjects).not.toContain(`webhook:${other}`)
    await expect(adam.call.webhooks.createWebhook({ name: 'Late', url: receiver.url, events: ['download.ready'] })).rejects.toThrow()
    await expect(adam.call.webhooks.setWebhook({ id: own, enabled: true })).rejects.toThrow()
    await rosa.call.webhooks.setWebhook({ id: own, enabled: true })
    await rosa.call.admin.updateAccount({ id, ...restores })
    expect((await listed(own))?.state, 'another admin may enable it').toBe('working')
  })
})
