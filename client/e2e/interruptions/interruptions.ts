import { expect, type Page } from '@playwright/test'
import type { Answering } from '../support/answering.ts'

/** A respondent in the middle of a questionnaire, before pressing Continue. An interruption may replace the page. */
export interface Interrupted {
  page: Page
  language: string
  readonly path: string
  readonly answering: Answering
  readonly newDevice: (locale: string) => Promise<Page>
  readonly draw: <One>(from: readonly One[]) => One
}

/** Interrupts a respondent; may return what happens after they press Continue. */
export type Interruption = (journey: Interrupted) => Promise<void | (() => Promise<void>)>

const languages = [
  ['vi', 'Tiếng Việt'],
  ['ar', 'العربية'],
  ['es', 'Español'],
  ['en', 'English'],
] as const

/** Every kind of interruption, by name. */
export const interruptions: Readonly<Record<string, Interruption>> = {
  'a reload': async ({ page }) => {
    await page.reload()
  },
  'a closed tab': async (journey) => {
    const context = journey.page.context()
    await journey.page.close()
    journey.page = await context.newPage()
    await journey.page.goto(journey.path)
  },
  'a killed tab': async (journey) => {
    const context = journey.page.context()
    const session = await context.newCDPSession(journey.page)
    const crashed = journey.page.waitForEvent('crash')
    // The command never gets a response, because the tab has crashed.
    void session.send('Page.crash').catch(() => undefined)
    await crashed
    await journey.page.close()
    journey.page = await context.newPage()
    await journey.page.goto(journey.path)
  },
  'no network': async ({ page, answering }) => {
    const context = page.context()
    await context.setOffline(true)
    await expect(page.getByText(answering.text('questionnaire.offline'))).toBeVisible()
    await page.reload()
    return () => context.setOffline(false)
  },
  'a phone that was locked for a night': async ({ page }) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    await page.clock.fastForward('09:00:00')
  },
  'another device': async (journey) => {
    const { page, answering, language } = journey
    await answering.button('questionnaire.transfer.leave').click()
    await answering.button('questionnaire.transfer.make').click()
    const code = await page.locator('[data-code]').textContent()
    journey.page = await journey.newDevice(language)
    await page.close()
    await journey.page.goto(`${journey.path}#code=${code}`)
    await journey.answering.fetchTransfer()
  },
  'another page': async ({ page }) => {
    await page.getByRole('banner').getByRole('link', { name: 'Portico' }).click()
    await expect(page).toHaveURL('/')
    await page.goBack()
  },
  'another language': async (journey) => {
    const [code, name] = journey.draw(languages.filter(([one]) => one !== journey.language))
    await journey.answering.chooseLanguage(code, name)
    journey.language = code
  },
}
