import { expect, phones, test } from './support/people.ts'
import { openWorkshop, sampleQuestionnaire } from './support/fixtures.ts'
import { say } from './support/words.ts'
import { expectInside } from './support/begun.ts'

test.describe.configure({ timeout: 120_000 })

for (const { phone, width, language, tag } of phones) {
  const name = `at ${width} px in ${language}`

  test(`the language menu opens within the viewport ${name}`, { tag }, async ({ visit }) => {
    const page = await visit(phone)
    await page.goto('/')
    const opener = page.getByRole('banner').getByRole('button', { name: say(language, 'nav.language') })
    await opener.click()
    const list = page.locator('header ul button[lang]')
    await expect(list).toHaveCount(15)
    await expectInside(page, 'header ul button[lang]')
    await expect(page.locator('header ul button[aria-current]')).toHaveAttribute('lang', language)
    await expect(list.filter({ hasText: 'አማርኛ' })).toHaveAttribute('lang', 'am')
  })

  for (const [what, address] of [
    ['a public page', '/'],
    ['a questionnaire', `/questionnaires/${sampleQuestionnaire}`],
  ] as const) {
    test(`a click on ${what} before its scripts have loaded is replayed afterwards ${name}`, { tag }, async ({ visit }) => {
      const page = await visit(phone)
      const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
      const calls: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST') calls.push(`${request.url()} ${request.postData() ?? ''}`)
      })
      await page.route('**/assets/*.js', async (route) => {
        await pressed
        await route.continue()
      })
      const remembering = page.waitForResponse('**/early.js')
      await page.goto(address, { waitUntil: 'commit' })
      await (await remembering).finished()
      const opener = page.getByRole('banner').getByRole('button', { name: say(language, 'nav.language') })
      await opener.click()
      await opener.click()
      press()
      await expect(page.locator('header ul button[lang]')).toHaveCount(15)
      // The data was requested before the scripts loaded, and not again.
      if (address !== '/') await expect(page.getByRole('button', { name: say(language, 'questionnaire.start') })).toBeVisible()
      expect(calls).toEqual([...new Set(calls)])
    })
  }

  test(`the list of open workshops is requested four times before the page gives up ${name}`, { tag }, async ({ visit }) => {
    const page = await visit(phone)
    await page.clock.install()
    for (const path of ['/citizenship', `/citizenship/${sampleQuestionnaire}`]) {
      let tries = 0
      await page.context().route('**/getOpenWorkshopList', (route) => {
        tries += 1
        return route.abort()
      })
      await page.goto(path)
      for (const pauseMs of [1_000, 2_000, 4_000]) {
        const before = tries
        await expect.poll(() => tries).toBe(before || 1)
        await page.clock.runFor(pauseMs)
        await expect.poll(() => tries).toBe((before || 1) + 1)
      }
      await expect(page.getByRole('button', { name: say(language, 'questionnaire.again') })).toBeVisible()
      expect(tries).toBe(4)
      await page.context().unroute('**/getOpenWorkshopList')
    }
  })

  test(`an invalid link is reported before a form is filled in, and Shift+Enter does not submit ${name}`, { tag }, async ({ visit }) => {
    const page = await visit(phone)
    for (const [path, sentence] of [
      ['registration', 'This registration link has already been used'],
      ['reset-password', 'This reset password link has already been used'],
      ['verify-email', 'This link has already been used or has expired. Ask for a new one.'],
    ] as const) {
      await page.goto(`/authentication/${path}/made-up`)
      await expect(page.getByText(sentence)).toBeVisible()
      await expect(page.getByRole('textbox')).toHaveCount(0)
    }
    let sent = 0
    await page.context().route('**/auth/login/local', (route) => {
      sent += 1
      return route.continue()
    })
    await page.goto('/authentication/sign-in')
    await page.getByLabel('Email').fill('nobody@example.org')
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('not a password of anybody')
    await field.press('Shift+Enter')
    expect(sent).toBe(0)
    await field.press('Enter')
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    expect(sent).toBe(1)
  })

  test(`Start, the available languages and short resources are within reach ${name}`, { tag }, async ({ visit, calls }) => {
    const page = await visit(phone)
    const workshop = await openWorkshop(calls)
    await page.goto(`/workshops/${workshop}/questionnaire/${sampleQuestionnaire}`)
    const start = page.getByRole('button', { name: say(language, 'questionnaire.start'), exact: true })
    if (width === 390) await expect(start).toBeInViewport({ ratio: 1 })
    const spanish = page.getByRole('button', { name: 'Español', exact: true })
    if (language === 'ar') {
      await expect(spanish).toBeInViewport()
      await spanish.click()
      await start.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'es')
      await expect(spanish).toHaveCount(0)
    } else await expect(spanish).toHaveCount(0)
    await page.goto('/resources')
    await expect(page.locator('#help summary').first()).toHaveText('English')
    const screens = await page.evaluate(() => document.documentElement.scrollHeight / 844)
    if (width === 390) expect(screens).toBeLessThan(6)
    await page.locator('a[href="#help-vi"]').click()
    await expect(page.locator('#help-vi svg').first()).toBeInViewport()
  })
}
