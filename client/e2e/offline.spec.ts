import { expectDoorKept, expectPrecached } from './support/offline.ts'
import { expect, phones, test } from './support/people.ts'
import { say } from './support/words.ts'

for (const { phone, width, language, tag } of phones) {
  const name = `at ${width} px in ${language}`

  test(
    `offline, a respondent can go on, and other pages offer to try again and open once there is a connection ${name}`,
    { tag },
    async ({ visit }) => {
      const page = await visit(phone)
      await page.goto('/')
      await expectPrecached(page, language)
      await page.context().setOffline(true)
      await page
        .getByRole('link', { name: say(language, 'landing.start') })
        .first()
        .click()
      await expect(page.getByRole('heading', { level: 1, name: say(language, 'citizenship.title') })).toBeVisible()
      await expect(page.getByRole('button', { name: say(language, 'questionnaire.again') })).toBeVisible({ timeout: 20_000 })
      await page.getByRole('link', { name: say(language, 'footer.terms') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'errors.network'))
      const tried = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
      await page.getByRole('button', { name: say(language, 'errors.tryAgain') }).click()
      await tried
      // Devices report a connection before it works.
      await page.evaluate(() => {
        const working = window.fetch.bind(window)
        window.fetch = async () => {
          window.fetch = working
          throw new TypeError('Failed to fetch')
        }
      })
      await page.context().setOffline(false)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'terms.title'))
    },
  )
}

test('a language chosen before the service worker controls the page is cached as well', async ({ visit }) => {
  const page = await visit()
  await page.goto('/')
  await expectPrecached(page, 'en')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBypassServiceWorker', { bypass: true })
  await page
    .getByRole('banner')
    .getByRole('button', { name: say('en', 'nav.language') })
    .click()
  await page.locator('header ul button[lang="es"]').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await session.send('Network.setBypassServiceWorker', { bypass: false })
  await expectPrecached(page, 'es')
})

test('of the staff pages, only the check-in page is cached on the device', async ({ as }) => {
  const page = await as('vera')
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await page.goto('/home/sign-in')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await workers()).toBe(0)
  await page.goto('/home/volunteer/workshop')
  await expectDoorKept(page)
})
