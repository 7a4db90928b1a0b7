import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test'
import { Calls, password, type SeedAccountName } from './calls.ts'

/** A cheap phone, as it is held. */
export const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } satisfies BrowserContextOptions

const narrow = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true }
const usual = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** A narrow and a usual phone, each in both directions. A short run takes the one on which most breaks: narrow, and from the right. */
export const phones = [
  { phone: { ...narrow, locale: 'ar' }, width: 320, language: 'ar', tag: [] },
  { phone: { ...narrow, locale: 'en' }, width: 320, language: 'en', tag: ['@long'] },
  { phone: { ...usual, locale: 'ar' }, width: 390, language: 'ar', tag: ['@long'] },
  { phone: { ...usual, locale: 'en' }, width: 390, language: 'en', tag: ['@long'] },
] satisfies { phone: BrowserContextOptions; width: number; language: string; tag: string[] }[]

interface People {
  /** The portal's calls. */
  calls: Calls
  /** A browser of its own in front of the portal, with no one signed in. */
  visit: (options?: BrowserContextOptions) => Promise<Page>
  /** The same with a seed account signed in. */
  as: (who: SeedAccountName, options?: BrowserContextOptions) => Promise<Page>
}

/** Tests with people in them. A script that breaks on any page of any of them fails the test. */
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

/** Gives the browser of this page the session of someone, as the sign-in form does; the next protected page finds it. */
export async function signIn(page: Page, who: SeedAccountName): Promise<void> {
  const answer = await page.request.post('/api/auth/login/local', { data: { email: `${who}@portico.example`, password } })
  expect(answer.status(), `${who} signs in`).toBe(200)
}

/** A name that no other test uses, by the rule for questionnaires and workshops. */
export function unique(what: string): string {
  return `${what}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 6)}`
}

/** A folder or setting that the whole run shares (playwright.config.ts). */
export function dataDir(): string {
  return process.env['PORTICO_E2E_DATA'] ?? ''
}
