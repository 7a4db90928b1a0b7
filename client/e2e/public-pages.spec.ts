import { gzipSync } from 'node:zlib'
import { expect, test, type Page } from '@playwright/test'
import { say } from './support/words.ts'

const publicPages = [
  ['/', 'landing.title'],
  ['/events', 'events.title'],
  ['/resources', 'resources.title'],
  ['/about', 'about.title'],
  ['/termsAndConditions', 'terms.title'],
  ['/privacyPolicy', 'privacy.title'],
] as const

// React and React DOM alone are 66 KB.
const scriptBudget = 92 * 1024

test('a public page is readable without JavaScript, in the language of the browser', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-MX', javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [path, title] of publicPages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('es', title))
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page.locator('link[rel=alternate][hreflang]')).toHaveCount(16)
  }
  await context.close()
})

test('a link with a language opens in it and keeps it', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en' })
  const page = await context.newPage()
  await page.goto('/about?language=vi')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('vi', 'about.title'))
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('vi', 'events.title'))
  await context.close()
})

test('the pages stay when code that they load later cannot be loaded', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en' })
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(error.error().message))
  await context.route('**/assets/{api-provider,linked-day-badge,event-list,page-cache}-*.js', (route) => route.abort())
  const page = await context.newPage()
  for (const [path, title] of [
    ['/', 'landing.title'],
    ['/events', 'events.title'],
  ] as const) {
    const aborted = page.waitForEvent('requestfailed')
    await page.goto(path)
    await aborted
    await page.waitForLoadState('networkidle')
    if (path === '/events') await expect(page.getByRole('alert')).toContainText(say('en', 'errors.network'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('en', title))
  }
  // Where the notice replaces prerendered content, React reports the difference.
  expect(errors.filter((message) => !message.includes('React error #418'))).toEqual([])
  await context.close()
})

test('the layout does not shift while data from the database is filled in', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const moved = (sources: { node?: Node }[]) => sources.map(({ node }) => `${node?.nodeName}: ${node?.textContent?.slice(0, 60)}`)
    const described = (entry: PerformanceEntry) => `${Object(entry).value} ${moved(Object(entry).sources).join(', ')}`
    const watch = () => {
      const shifts: string[] = Object.assign(window, { shifts: [] }).shifts
      new PerformanceObserver((list) => shifts.push(...list.getEntries().map(described))).observe({ type: 'layout-shift' })
    }
    Object.assign(window, { watch })
  })
  for (const [path, filledIn] of [
    ['/', page.locator('a[href^="/citizenship/"]').first()],
    ['/events', page.getByRole('link', { name: /^Register for / }).first()],
    ['/citizenship', page.locator('article a[href^="/citizenship/"]').first()],
  ] as const) {
    const requested = Promise.withResolvers<void>()
    const mayAnswer = Promise.withResolvers<void>()
    const mayRun = Promise.withResolvers<void>()
    await page.route('**/*.js', async (route) => {
      await mayRun.promise
      await route.continue()
    })
    await page.route(/\/(trpc|api)\//, async (route) => {
      requested.resolve()
      await mayAnswer.promise
      await route.continue()
    })
    // A busy browser may paint half of the HTML: shifts count from the first paint of all of it, before any script of the page runs.
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.readyState !== 'loading')
    await painted(page)
    await page.evaluate(() => Object(window).watch())
    mayRun.resolve()
    await requested.promise
    await painted(page)
    await expect(filledIn).toBeHidden()
    mayAnswer.resolve()
    await expect(filledIn).toBeVisible()
    await painted(page)
    expect([path, await page.evaluate(() => Object(window).shifts)]).toEqual([path, []])
  }
  // Control: a real shift is detected.
  await page.locator('main').evaluate((main) => main.prepend(document.createElement('textarea')))
  await painted(page)
  expect(await page.evaluate(() => Object(window).shifts)).not.toEqual([])
  await context.close()
})

test('the card on the landing page shows the default workshop and leads to its questionnaire', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link').filter({ has: page.locator('time') })).toHaveAttribute('href', /^\/citizenship\/\w+$/)
})

test('the scripts of the landing page stay within their budget', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const scripts = new Set(html.match(/\/assets\/[^"]+\.js/g))
  expect(scripts.size).toBeGreaterThan(1)
  const sizes = await Promise.all([...scripts].map(async (path) => gzipSync(await (await request.get(path)).body()).length))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({ type: 'scripts of the landing page', description: `${(total / 1024).toFixed(1)} KB compressed` })
  expect(total).toBeLessThan(scriptBudget)
})

/** Waits until the current page is painted: the second frame begins after the first was painted. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))
}
