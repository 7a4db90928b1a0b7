import type { Page } from '@playwright/test'
import { languages } from '@portico/shared/words/languages'
import { sampleQuestionnaire } from './support/fixtures.ts'
import { expect, test } from './support/people.ts'
import { say } from './support/words.ts'

test.describe.configure({ timeout: 180_000 })

const narrow = { width: 320, height: 640 }
const usual = { width: 390, height: 844 }
const start = `/citizenship/${sampleQuestionnaire}`
const pages = ['/', '/citizenship', start, '/status', '/events', '/resources', '/about', '/privacyPolicy', '/termsAndConditions']
const screensOfResources = 6

/** The languages with the longest words, and one that is read from right to left; the others take their turn in a long run. */
const shortRun = ['tl', 'ru', 'ar']

for (const { code, englishName } of languages) {
  test(
    `on a phone nothing is cut off or broken apart in ${englishName}`,
    { tag: shortRun.includes(code) ? [] : ['@long'] },
    async ({ visit }) => {
      const page = await visit({ viewport: narrow, isMobile: true, hasTouch: true, locale: code })
      for (const path of pages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        expect.soft(await faultsOf(page), path).toEqual({ cutOff: [], brokenWords: [], mixedDigits: [] })
      }
      await page.setViewportSize(usual)
      await page.goto(start)
      await expect(page.getByRole('button', { name: say(code, 'questionnaire.start'), exact: true })).toBeInViewport({ ratio: 1 })
      await page.goto('/resources')
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => document.documentElement.scrollHeight / innerHeight)).toBeLessThan(screensOfResources)
    },
  )
}

/** What stands over the edge, words that go on on another line, and texts with digits of two scripts. */
function faultsOf(page: Page) {
  return page.evaluate(() => {
    const brokenWords = new Set<string>()
    const mixedDigits = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? ''
      if (!node.parentElement?.checkVisibility({ visibilityProperty: true }) || node.parentElement.closest('.sr-only')) continue
      if (/[0-9]/.test(text) && /(?![0-9])\p{Nd}/u.test(text)) mixedDigits.add(text)
      for (const word of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
        // Chinese, and Korean where it has no spaces, may go on on the next line anywhere.
        if (/[\p{Script=Han}\p{Script=Hangul}]/u.test(word[0])) continue
        const range = document.createRange()
        range.setStart(node, word.index)
        range.setEnd(node, word.index + word[0].length)
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)))
        if (lines.size > 1) brokenWords.add(word[0])
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement
    const beyond = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > clientWidth)
    const cutOff = scrollWidth > clientWidth ? [scrollWidth - clientWidth, ...beyond.map(({ outerHTML }) => outerHTML.slice(0, 160))] : []
    return { cutOff, brokenWords: [...brokenWords], mixedDigits: [...mixedDigits] }
  })
}
