import type { Page } from '@playwright/test'
import { twoReds } from './support/answers.ts'
import { staffPassword, password } from './support/calls.ts'
import { emailTo, emailsTo, linkIn } from './support/outbox.ts'
import { dataDir, expect, signIn, test, unique } from './support/people.ts'
import { answer, createStaff, openWorkshop } from './support/fixtures.ts'
import { ReviewPanel } from './support/staff-pages.ts'

async function fillSignIn(page: Page, email: string, word = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(word)
}

test('an invalid access token is refreshed in the background', async ({ as }) => {
  const page = await as('ana')
  await page.goto('/home/agency/inprogress')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  let refreshes = 0
  page.on('request', (request) => (refreshes += request.url().endsWith('/api/auth/tokens/refresh') ? 1 : 0))
  let spoilt = false
  await page.route('**/trpc/**', (route) => {
    if (spoilt) return route.continue()
    spoilt = true
    return route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer no.longer.good' } })
  })
  await page.getByRole('searchbox').fill('nobody of this name')
  await expect(page.getByText('No one here matches “nobody of this name”.', { exact: false })).toBeVisible()
  expect([spoilt, refreshes]).toEqual([true, 1])
  await expect(page).toHaveURL(/inprogress/)
})

test('two tabs share a session, and signing out in one signs out the other', async ({ as }) => {
  const one = await as('ana')
  await one.goto('/home/agency/inprogress')
  const two = await one.context().newPage()
  await Promise.all([one.reload(), two.goto('/home/agency/workshop')])
  await expect(one.getByRole('heading', { level: 1, name: 'Respondents to Review' })).toBeVisible()
  await expect(two.getByRole('heading', { level: 1, name: 'Workshop Respondent List' })).toBeVisible()
  await two.getByRole('link', { name: 'Logout' }).click()
  await two.getByRole('button', { name: 'Sign Out' }).click()
  await expect(two).toHaveURL('/authentication/sign-in')
  await expect(one).toHaveURL('/authentication/sign-in')
  await one.goto('/home/agency/inprogress')
  await expect(one).toHaveURL('/authentication/sign-in')
})

test('a tab that missed a sign-in by another account shows no data of the previous one and sends nothing in its name', async ({
  as,
  calls,
}) => {
  const name = unique('Unheard').replaceAll('_', '')
  await answer(calls, await openWorkshop(calls), { ...twoReds, fullName: name })
  const page = await as('ana')
  await page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
  await page.goto('/home/agency/inprogress')
  await expect(page.getByText('Agency: North Valley Legal Aid')).toBeVisible()
  await signIn(page, 'ben')
  await page.route(
    '**/trpc/**',
    (route, request) => route.continue({ headers: { ...request.headers(), authorization: 'Bearer no.longer.good' } }),
    { times: 1 },
  )
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText('Agency: Bay Immigration Partners')).toBeVisible()
  await expect(page.getByText('North Valley Legal Aid')).toHaveCount(0)
})

test('a decision that is refused after somebody else signed in is not sent in their name', async ({ as, calls }) => {
  const name = unique('Undecided').replaceAll('_', '')
  const anonymousId = await answer(calls, await openWorkshop(calls), { ...twoReds, fullName: name })
  const page = await as('adam')
  const panel = new ReviewPanel(page)
  await page.goto(`/home/admin/response-overview/all?query=${name}`)
  await panel.open(name, 'View')
  await page.getByRole('button', { name: 'Mark as green arrestedOrCited' }).click()
  await page.getByLabel('Reason').fill('Only Adam saw the court record.')
  const signedIn = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/trpc/**', async (route, request) => {
    if (request.postData()?.includes('Only Adam saw') && ++sent === 1) await signedIn.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => sent).toBe(1)
  const other = await page.context().newPage()
  await other.goto('/authentication/sign-out')
  // Its response deletes the cookie, also one of the next session.
  const signedOut = other.waitForResponse('**/api/auth/sign-out')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await signedOut
  await expect(other).toHaveURL('/authentication/sign-in')
  await signIn(other, 'rosa')
  const refused = page.waitForResponse((response) => Boolean(response.request().postData()?.includes('Only Adam saw')))
  signedIn.resolve()
  expect((await refused).status()).toBe(401)
  // A repetition would have been sent before this.
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await page.getByRole('searchbox').fill('nobody of this name')
  await expect(page.getByText('No one here matches “nobody of this name”.', { exact: false })).toBeVisible()
  expect(sent).toBe(1)
  const { history } = await calls.data('adam', 'responses/getRespondentAnswerInfo', { respondent: { anonymousId } })
  expect(JSON.stringify(history)).not.toContain('Only Adam saw')
})

test('signing out while offline is shown as pending, and is completed later', async ({ as }) => {
  const page = await as('ana')
  await page.goto('/home/agency/inprogress')
  await expect(page.getByRole('heading', { level: 1, name: 'Respondents to Review' })).toBeVisible()
  await page.route('**/api/auth/sign-out', (route) => route.abort())
  await page.getByRole('link', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/authentication/sign-in')
  await expect(page.getByText('You are not signed out yet: Portico could not be reached.')).toBeVisible()
  await page.goto('/home/agency/inprogress')
  await expect(page).toHaveURL('/authentication/sign-in')
  await expect(page.getByText('Your session may still be open on this device.', { exact: false })).toBeVisible()
  const cookies = await page.context().cookies()
  await page.unroute('**/api/auth/sign-out')
  await page.getByRole('button', { name: 'Try now' }).click()
  // The earlier notice contains these words too.
  await expect(page.getByText('You are signed out.', { exact: true })).toBeVisible()
  await page.context().addCookies(cookies)
  const refreshed = await page.context().request.post('/api/auth/tokens/refresh')
  expect(await refreshed.json()).toMatchObject({ error_id: 'NO_SESSION' })
})

test('input survives the end of a session', async ({ as, calls }) => {
  const name = unique('Typed').replaceAll('_', '')
  await answer(calls, await openWorkshop(calls), { ...twoReds, fullName: name })
  const page = await as('ana')
  const panel = new ReviewPanel(page)
  await page.goto(`/home/agency/inprogress?query=${name}`)
  await panel.open(name)
  await page.getByRole('button', { name: 'Mark as green arrestedOrCited' }).click()
  await page.getByLabel('Reason').fill('A long reason that nobody wants to write twice.')
  const other = await page.context().newPage()
  await other.goto('/authentication/sign-out')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/authentication/sign-in')
  await fillSignIn(page, 'ana@portico.example')
  await page.getByRole('button', { name: 'Login' }).click()
  await panel.expectOpen()
  await page.getByRole('button', { name: 'Mark as green arrestedOrCited' }).click()
  await expect(page.getByLabel('Reason')).toHaveValue('A long reason that nobody wants to write twice.')
})

test('the sign-in button shows progress and submits once however often it is pressed', async ({ visit }) => {
  const page = await visit()
  await page.goto('/authentication/sign-in')
  await page.getByLabel('Email').fill('')
  await page.getByLabel('Password', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(2)
  let attempts = 0
  let answerNow = () => {}
  const requested = new Promise<void>((resolve) => (answerNow = resolve))
  await page.route('**/api/auth/login/local', async (route) => {
    attempts += 1
    await requested
    await route.continue()
  })
  await fillSignIn(page, 'ben@portico.example')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Logging in' })).toBeVisible()
  await page.getByRole('button', { name: 'Logging in' }).click({ force: true })
  await page.getByLabel('Password', { exact: true }).press('Enter')
  answerNow()
  await expect(page).toHaveURL('/home/agency/inprogress')
  expect(attempts).toBe(1)
})

test('resetting a forgotten password ends all earlier sessions', async ({ visit, calls }) => {
  const email = await createStaff(calls, dataDir(), { account: 'volunteer' })
  const before = await visit()
  await before.goto('/authentication/sign-in')
  await fillSignIn(before, email, staffPassword)
  await before.getByRole('button', { name: 'Login' }).click()
  await expect(before.getByRole('heading', { level: 1, name: 'Green Dots' })).toBeVisible()

  const page = await visit()
  await page.goto('/authentication/sign-in')
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await expect(page).toHaveURL('/authentication/forgot-password/success')
  await expect(page.getByText('You have successfully requested a password reset.')).toBeVisible()
  await expect(page.getByText('A link to complete the reset has been sent to your email.')).toBeVisible()
  await expect.poll(async () => (await emailsTo(dataDir(), email)).some(({ text }) => text.includes('/reset-password/'))).toBe(true)
  const message = (await emailsTo(dataDir(), email)).find(({ text }) => text.includes('/reset-password/'))
  const link = message ? linkIn(message, 'authentication/reset-password') : ''

  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Must have a length of at least 8.').first()).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('another password')
  await page.getByLabel('Confirm password').fill('yet another password')
  await page.getByRole('button', { name: 'Set password' }).click()
  for (const label of ['Password', 'Confirm password'])
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(/Does not match/)
  await page.getByLabel('Confirm password').fill('another password')
  await page.getByLabel('Confirm password').press('Enter')
  await expect(page).toHaveURL('/authentication/reset-password/success')
  await expect(page.getByText('You have successfully reset your password.')).toBeVisible()
  await expect(page.getByText('You can now log in!')).toBeVisible()

  await before.goto('/home/volunteer/workshop')
  await expect(before).toHaveURL('/authentication/sign-in')
  await page.goto(link)
  await expect(page.getByText('This reset password link has already been used')).toBeVisible()
  await page.goto('/authentication/sign-in')
  await fillSignIn(page, email, staffPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await fillSignIn(page, email, 'another password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/home/volunteer/workshop')
})

test('links that lack a token or are already used are rejected', async ({ visit, calls }) => {
  const page = await visit()
  for (const path of ['/authentication/registration', '/authentication/reset-password']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
  await page.goto('/authentication/verify-email')
  await expect(page.getByText('No token specified')).toBeVisible()
  const email = await createStaff(calls, dataDir(), { account: 'volunteer' })
  const used = (await emailsTo(dataDir(), email)).find(({ text }) => text.includes('/registration/')) ?? (await emailTo(dataDir(), email))
  await page.goto(linkIn(used, 'authentication/registration'))
  await expect(page.getByText('This registration link has already been used')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveCount(0)
})
