import { emailTo, emailsTo, linkIn } from './outbox.ts'
import { dataDir, expect } from './people.ts'
import type { Page } from '@playwright/test'

/** Invites a volunteer to a workshop by its title, and registers, verifies and signs in the account as the person with this address. */
export async function registerVolunteer(admin: Page, volunteer: Page, title: string, address: string): Promise<void> {
  await admin.getByRole('link', { name: 'Create User' }).click()
  await admin.getByLabel('Account type').selectOption({ label: 'Volunteer' })
  await admin.getByLabel('Email').fill(address)
  await admin
    .getByRole('group', { name: /Workshops/ })
    .getByLabel(title)
    .check()
  await admin.getByRole('button', { name: 'Send registration link' }).click()
  await expect(admin.getByText('The link is on its way.')).toBeVisible()
  const invitation = await emailTo(dataDir(), address)
  await volunteer.goto(linkIn(invitation, 'authentication/registration'))
  await expect(volunteer.getByRole('heading', { level: 1, name: 'Register an account' })).toBeVisible()
  await volunteer.getByLabel('Name').fill('Valeria Vega')
  await volunteer.getByLabel('Password', { exact: true }).fill('a long enough one')
  await volunteer.getByLabel('Confirm password').fill('a long enough two')
  await volunteer.getByRole('button', { name: 'Register' }).click()
  await expect(volunteer.getByText('Does not match')).not.toHaveCount(0)
  await volunteer.getByLabel('Confirm password').fill('a long enough one')
  await volunteer.getByRole('button', { name: 'Register' }).click()
  await expect(volunteer.getByText('STEP 1 Completed! You have successfully created an account')).toBeVisible()
  await expect(volunteer.getByText('Please check your email to verify your email.')).toBeVisible()
  await expect.poll(async () => (await emailsTo(dataDir(), address)).length).toBe(2)
  const verification = (await emailsTo(dataDir(), address)).find(({ text }) => text.includes('/authentication/verify-email/'))
  await volunteer.goto(linkIn(verification ?? invitation, 'authentication/verify-email'))
  await expect(volunteer.getByText('Click here to verify!')).toBeVisible()
  await volunteer.getByRole('button', { name: 'Verify' }).click()
  await expect(volunteer.getByText('You have successfully verified your email.')).toBeVisible()
  await volunteer.getByRole('link', { name: 'Login' }).last().click()
  await volunteer.getByLabel('Email').fill(address)
  await volunteer.getByLabel('Password', { exact: true }).fill('a long enough one')
  await volunteer.getByRole('button', { name: 'Login' }).click()
  await expect(volunteer.getByRole('heading', { level: 1, name: 'Green Dots' })).toBeVisible()
  await expect(volunteer).toHaveURL('/home/volunteer/workshop')
}
