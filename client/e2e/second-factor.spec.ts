import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { Calls, password, type SeedAccountName } from './support/calls.ts'
import { inspect, tabTo } from './support/inspection.ts'
import { emailsTo } from './support/outbox.ts'
import { expect, phone, signIn, test } from './support/people.ts'
import { Portal } from './support/portal.ts'

// In one worker, because the tests share a portal with a host name, which passkeys need.
test.describe.configure({ mode: 'default', timeout: 180_000 })

let portal: Portal
test.beforeAll(async () => {
  portal = await Portal.start('localhost')
})
test.afterAll(() => portal.remove())

const stepMs = 30_000
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Adds Chromium's virtual authenticator, with user verification, to the page. */
async function plugInDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Enters e-mail address and password with the keyboard, up to the second step. */
async function givePassword(page: Page, who: SeedAccountName): Promise<void> {
  await page.goto('/authentication/sign-in')
  await expect(page.getByText('Warning! Currently using overridden credentials!')).toBeVisible()
  await page.getByLabel('Email').fill(`${who}@portico.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/authentication/sign-out')
  await button(page, 'Sign Out').click()
  await expect(page).toHaveURL(/\/authentication\/sign-in$/)
}

const subjectsFor = async (who: SeedAccountName) => (await emailsTo(portal.dataDir, `${who}@portico.example`)).map(({ subject }) => subject)

/** Sets up an authenticator app with the current code; `nextCode` is already accepted, and still is if a time step passes. */
async function setUpApp(page: Page): Promise<{ nextCode: () => string; recoveryCodes: string[] }> {
  await button(page, 'Set up an app').click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = Secret.fromBase32((await page.locator('code').innerText()).replaceAll(' ', ''))
  const code = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * stepMs })
  await inspect(page, 'setting an authenticator app up')
  await page.getByRole('textbox', { name: 'Code' }).fill(code(0))
  await button(page, 'Use this app').click()
  const list = page.getByRole('list', { name: 'Your recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const recoveryCodes = await list.getByRole('listitem').allInnerTexts()
  await inspect(page, 'new recovery codes')
  await button(page, 'I have saved them').click()
  return { nextCode: () => code(1), recoveryCodes }
}

test('a passkey is added, serves as the second step, and signs in alone', async ({ visit }) => {
  const page = await visit({ baseURL: portal.origin })
  await plugInDevice(page)
  await signIn(page, 'ana')
  await page.goto('/home/sign-in')
  await expect(button(page, 'Add a passkey')).toBeVisible()
  await inspect(page, 'Your sign-in without a second step')
  await button(page, 'Add a passkey').click()
  await page.getByLabel('Name of the device').fill('Work laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Your passkeys' }).getByText('Work laptop')).toBeVisible()
  await button(page, 'I have saved them').click()
  await inspect(page, 'Your sign-in with a passkey')
  await expect.poll(() => subjectsFor('ana')).toContain('Portico: A passkey was added to your account')

  await signOut(page)
  await givePassword(page, 'ana')
  await inspect(page, 'the second step')
  await button(page, 'Use your passkey').click()
  await expect(page).toHaveURL(/\/home\/agency\/inprogress/)

  await signOut(page)
  await button(page, 'Sign in with a passkey').click()
  await expect(page.getByRole('heading', { name: 'Respondents to Review' })).toBeVisible()
})

test('an authenticator app is used with the keyboard alone; a recovery code replaces a lost phone', async ({ visit }) => {
  const page = await visit({ ...phone, baseURL: portal.origin })
  await signIn(page, 'vera')
  await page.goto('/home/sign-in')
  const { nextCode, recoveryCodes } = await setUpApp(page)
  await signOut(page)

  await givePassword(page, 'vera')
  const field = page.getByLabel('Code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code is wrong', { exact: false })).toBeVisible()
  await inspect(page, 'a wrong code')
  await field.fill(nextCode())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home\/volunteer\/workshop/)

  await signOut(page)
  await givePassword(page, 'vera')
  await tabTo(page, button(page, 'Use a recovery code instead'))
  await page.keyboard.press('Enter')
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home\/volunteer\/workshop/)
  await page.goto('/home/sign-in')
  await expect(page.getByText('9 codes are left.')).toBeVisible()
  await button(page, 'Remove the authenticator app').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(button(page, 'Set up an app')).toBeVisible()
  await expect.poll(() => subjectsFor('vera')).toContain('Portico: A recovery code was used')
})

test('another session is ended immediately', async ({ visit }) => {
  const [page, other] = [await visit({ baseURL: portal.origin }), await visit({ baseURL: portal.origin })]
  for (const one of [page, other]) await signIn(one, 'victor')
  await other.goto('/home/volunteer/workshop')
  await page.goto('/home/sign-in')
  await page.getByRole('button', { name: /^End the session/ }).click()
  await expect(page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')).toHaveCount(1)
  await other.reload()
  await expect(other).toHaveURL(/\/authentication\/sign-in$/)
})

test('a required second step is announced with its deadline, after which every page redirects to the setup', async ({ visit }) => {
  const root = await visit({ baseURL: portal.origin })
  await signIn(root, 'rosa')
  await root.goto('/home/admin/sign-in-rules')
  const rule = root.getByRole('form', { name: 'Rule for Agency accounts' })
  const save = async (days: string) => {
    await rule.getByLabel('A second step is required').check()
    await rule.getByLabel('Days to set it up').fill(days)
    await rule.getByRole('button', { name: 'Save' }).click()
    await expect(root.getByText(`people have ${days} days to set it up`, { exact: false })).toBeVisible()
  }
  await expect(rule).toBeVisible()
  await inspect(root, 'sign-in rules')
  await save('14')
  const page = await visit({ baseURL: portal.origin })
  await signIn(page, 'ben')
  await page.goto('/home/agency/inprogress')
  await expect(page.getByText('Your role needs a second step to sign in. Set one up before', { exact: false })).toBeVisible()
  await inspect(page, 'a second step is due')

  await save('0')
  await page.goto('/home/agency/workshop')
  await expect(page).toHaveURL(/\/home\/sign-in$/)
  await expect(page.getByText('then you can go on', { exact: false })).toBeVisible()
  await inspect(page, 'a second step is overdue')
  await setUpApp(page)
  await page.getByRole('link', { name: 'To Review' }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const calls = new Calls(portal.origin)
  expect((await calls.ask('visitor', 'auth/login/local', { email: 'ben@portico.example', password })).body.error_id).toBe(
    'SECOND_FACTOR_REQUIRED',
  )
})
