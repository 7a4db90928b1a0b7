import { gzipSync } from 'node:zlib'
import { expect, test, type Page } from '@playwright/test'
import { say } from './words.ts'

const publicPages = [
  ['/', 'landing.title'],
  ['/events', 'events.title'],
  ['/resources', 'resources.title'],
  ['/about', 'about.title'],
  ['/termsAndConditions', 'terms.title'],
  ['/privacyPolicy', 'privacy.title'],
] as const

// React and React DOM alone are 66 KB; the bar is 60 KB over that.
const scriptBudget = 126 * 1024

test('a public page can be read before any script has run, in the language of the browser', async ({ browser }) => {
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

test('a link in a language opens in it and goes on in it', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en' })
  const page = await context.newPage()
  await page.goto('/about?language=vi')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('vi', 'about.title'))
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('vi', 'events.title'))
  await context.close()
})

test('nothing jumps while what comes from the database is filled in', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await page.route('**/trpc/**', async (route) => {
    await new Promise((done) => setTimeout(done, 500))
    await route.continue()
  })
  for (const path of ['/', '/events']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect([path, await shiftOf(page)]).toEqual([path, 0])
  }
  await expect(page.getByRole('link', { name: /^Register for / }).first()).toBeVisible()
  await context.close()
})

test('the card of the landing page leads to the questionnaire of the default workshop', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: /Citizenship Day 2025/ })).toHaveAttribute('href', /^\/citizenship\/\w+$/)
})

test('the scripts that the landing page needs stay within their budget', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const scripts = new Set(html.match(/\/assets\/[^"]+\.js/g))
  expect(scripts.size).toBeGreaterThan(1)
  const sizes = await Promise.all([...scripts].map(async (path) => gzipSync(await (await request.get(path)).body()).length))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({ type: 'scripts of the landing page', description: `${(total / 1024).toFixed(1)} KB compressed` })
  expect(total).toBeLessThan(scriptBudget)
})

/** How far what one sees has moved by itself since the page was opened. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
          done(shifts.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => done(0), 300)
      }),
  )
}
