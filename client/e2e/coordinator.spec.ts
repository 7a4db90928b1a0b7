import { inspect } from './support/inspection.ts'
import { emailsTo, linkIn } from './support/outbox.ts'
import { dataDir, expect, test, unique } from './support/people.ts'

test('an admin sees who is invited, sends an invitation again and revokes it', async ({ as, visit, calls }) => {
  const email = `${unique('invited')}@portico.example`
  await calls.data('rosa', 'admin/generateRegistrationLink', { account: 'volunteer', email, purpose: 'Saturday desk' })
  const page = await as('adam', { viewport: { width: 1280, height: 860 } })
  await page.goto('/home/admin/create-user')
  await page.getByLabel('Email').fill(email)
  await expect(page.getByText('Rosa Ruiz has invited this address as Volunteer.')).toBeVisible()
  await inspect(page, 'an address that is invited already')

  await page.goto('/home/admin/accounts')
  const pending = page.getByRole('region', { name: 'Pending invitations' })
  const row = pending.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Saturday desk')
  await inspect(page, 'pending invitations')
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect(row).toContainText('Adam Abiodun')
  const visitor = await visit()
  await expect.poll(async () => (await emailsTo(dataDir(), email)).length).toBe(2)
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(row).toHaveCount(0)
  for (const sent of await emailsTo(dataDir(), email)) {
    await visitor.goto(linkIn(sent, 'authentication/registration'))
    await expect(visitor.getByText('This registration link has already been used')).toBeVisible()
  }
})
