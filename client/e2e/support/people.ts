import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test'
import { Calls, password, type SeedAccountName } from './calls.ts'

/** A cheap phone in portrait orientation. */
export const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } satisfies BrowserContextOptions

const narrow = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true }
const usual = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** A narrow and a common phone, each in both text directions. A short run uses the one most likely to break: narrow and right-to-left. */
export const phones = [
  { phone: { ...narrow, locale: 'ar' }, width: 320, language: 'ar', tag: [] },
  { phone: { ...narrow, locale: 'en' }, width: 320, language: 'en', tag: ['@long'] },
  { phone: { ...usual, locale: 'ar' }, width: 390, language: 'ar', tag: ['@long'] },
  { phone: { ...usual, locale: 'en' }, width: 390, language: 'en', tag: ['@long'] },
] satisfies { phone: BrowserContextOptions; width: number; language: string; tag: string[] }[]

interface People {
  /** The portal's calls. */
  calls: Calls
  /** Opens a separate browser context with nobody signed in. */
  visit: (options?: BrowserContextOptions) => Promise<Page>
  /** Opens a separate browser context signed in as a seed account. */
  as: (who: SeedAccountName, options?: BrowserContextOptions) => Promise<Page>
}

/** A test with these fixtures. It fails on an uncaught script error on any of its pages. */
export const test = base.extend<People>({
  calls: async ({ baseURL }, give) => give(new Calls(baseURL ?? '')),
  visit: async ({ browser }, give) => {
    const broken: string[] = []
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = []
    await give(async (options) => {
      const context = await browser.newContext(options)
      context.on('weberror', (event) => broken.push(String(event.error())))
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
    expect(broken, 'errors in pages').toEqual([])
  },
  as: async ({ visit }, give) => {
    await give(async (who, options) => {
      const page = await visit(options)
      await signIn(page, who)
      return page
    })
  },
})

export { expect }

/** Signs in through the API like the sign-in form does; the next protected page finds the session. */
export async function signIn(page: Page, who: SeedAccountName): Promise<void> {
  const answer = await page.request.post('/api/auth/login/local', { data: { email: `${who}@portico.example`, password } })
  expect(answer.status(), `${who} signs in`).toBe(200)
}

/** Returns a unique name that is valid for questionnaires and workshops. */
export function unique(what: string): string {
  return `${what}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 6)}`
}

/** The data folder shared by the whole run (playwright.config.ts). */
export function dataDir(): string {
  return process.env['PORTICO_E2E_DATA'] ?? ''
}
