import type { Page } from '@playwright/test'
import { startProvider, type TestProvider } from '../../server/test/support/identity-provider.ts'
import { inspect } from './support/inspection.ts'
import { expect, test } from './support/people.ts'
import { Portal } from './support/portal.ts'

test.describe.configure({ mode: 'default', timeout: 120_000 })

let portal: Portal
let provider: TestProvider
test.beforeAll(async () => {
  portal = await Portal.start('127.0.0.1', async (origin) => {
    provider = await startProvider(origin, (proceed) => `<title>Provider</title><a href="${proceed}">Log in</a>`)
    const { issuer, clientId, clientSecret, domains, label } = provider.settings
    return {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_DOMAINS: domains.join(),
      OIDC_LABEL: label,
      OIDC_ONLY_ROLES: 'VOLUNTEERV1',
    }
  })
})
test.afterAll(async () => {
  await portal.remove()
  await provider.stop()
})

async function signOn(page: Page): Promise<void> {
  await page.goto('/authentication/sign-in')
  await page.getByRole('button', { name: 'Sign in with the test provider' }).click()
  await page.getByRole('link', { name: 'Log in' }).click()
}

test('a reviewer signs in at the provider and out again, without leaving secrets in URLs', async ({ visit }) => {
  provider.member = { subject: 'ana', email: 'ana@portico.example', verified: true }
  const page = await visit({ baseURL: portal.origin })
  await page.goto('/authentication/sign-in')
  await expect(page.getByText('Only this way for these accounts: Volunteer.')).toBeVisible()
  await inspect(page, 'the sign-in page with single sign-on')
  await signOn(page)
  await expect(page).toHaveURL(/\/home\/agency\/inprogress$/)
  await page.goBack()
  await expect(page).not.toHaveURL(/code=|state=/)
  await page.goto('/authentication/sign-out')
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL((url) => url.origin === provider.settings.issuer && url.pathname === '/session/end')
  await page.goto(`${portal.origin}/home/agency/inprogress`)
  await expect(page).toHaveURL(/\/authentication\/sign-in$/)
})

test('a person who is not invited gets an explanation and a way back', async ({ visit }) => {
  provider.member = { subject: 'stranger', email: 'stranger@portico.example', verified: true }
  const page = await visit({ baseURL: portal.origin, viewport: { width: 390, height: 844 } })
  await signOn(page)
  await expect(page.getByText('Ask an admin whether your address is invited.', { exact: false })).toBeVisible()
  await expect(page).toHaveURL(`${portal.origin}/authentication/single-sign-on`)
  await inspect(page, 'a sign-on that was refused')
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
})
