import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { inspect } from './support/inspection.ts'
import { expect, test } from './support/people.ts'

test('an admin creates a webhook, sees failed and successful deliveries, and sends one again', async ({ as }) => {
  const got: string[] = []
  let status = 500
  const server = createServer((request, response) => {
    // Other tests may publish questionnaires at the same time; few do, so that the test message stays on the first page of the list.
    void text(request).then((body) => {
      if (body.includes('"webhook.test"')) got.push(String(request.headers['webhook-id']))
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/portico`
  const page = await as('rosa', { viewport: { width: 1280, height: 860 } })
  await page.goto('/home/admin/accounts')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('form', { name: 'New webhook' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Case system')
  await form.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/portico')
  await form.getByLabel('A new version of a questionnaire was published').check()
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await expect(form.getByText('Write an https address that the internet can reach.')).toBeVisible()
  await inspect(page, 'a new webhook')
  await form.getByRole('textbox', { name: 'Address' }).fill(url)
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText(/^whsec_/)).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: 'Case system' }).first()
  await row.getByRole('button', { name: 'Messages Case system' }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  const message = page.getByRole('row').filter({ hasText: 'webhook.test' }).last()
  await expect(message.getByText('The receiver answered with an error (500)')).toBeVisible({ timeout: 20_000 })
  await expect(row.getByText('Failing since')).toBeVisible()
  await inspect(page, 'webhooks')
  status = 204
  await message.getByRole('button', { name: 'Send now' }).click()
  await expect(message.getByText('Arrived', { exact: false })).toBeVisible()
  await message.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => got.length, { timeout: 20_000 }).toBeGreaterThan(2)
  expect(new Set(got).size).toBe(1)
  await page.getByRole('button', { name: 'New secret' }).click()
  await expect(page.getByText(/^whsec_/)).toBeVisible()
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(row.getByText('Disabled')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  server.close()
})
