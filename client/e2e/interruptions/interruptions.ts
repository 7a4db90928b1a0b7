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
export type Interruption = (way: Interrupted) => Promise<void | (() => Promise<void>)>

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
  'a closed tab': async (way) => {
    const context = way.page.context()
    await way.page.close()
    way.page = await context.newPage()
    await way.page.goto(way.path)
  },
  'a killed tab': async (way) => {
    const context = way.page.context()
    const session = await context.newCDPSession(way.page)
    const crashed = way.page.waitForEvent('crash')
    // The command never gets a response, because the tab has crashed.
    void session.send('Page.crash').catch(() => undefined)
    await crashed
    await way.page.close()
    way.page = await context.newPage()
    await way.page.goto(way.path)
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
  'another device': async (way) => {
    const { page, answering, language } = way
    await answering.button('questionnaire.transfer.leave').click()
    await answering.button('questionnaire.transfer.make').click()
    const code = await page.locator('[data-code]').textContent()
    way.page = await way.newDevice(language)
    await page.close()
    await way.page.goto(`${way.path}#code=${code}`)
    await way.answering.button('questionnaire.transfer.fetch').click()
  },
  'another page': async ({ page }) => {
    await page.getByRole('banner').getByRole('link', { name: 'Portico' }).click()
    await expect(page).toHaveURL('/')
    await page.goBack()
  },
  'another language': async (way) => {
    const [code, name] = way.draw(languages.filter(([one]) => one !== way.language))
    await way.answering.chooseLanguage(code, name)
    way.language = code
  },
}
