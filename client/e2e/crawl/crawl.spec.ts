import { languages } from '@portico/shared/words/languages'
import { expect, test } from '../support/people.ts'
import { findFaults } from './faults.ts'
import { shortSections, sections } from './screens.ts'
import { Visitor } from './visitor.ts'

test.describe.configure({ timeout: 300_000 })

/** The narrowest phone of WCAG 2.2 (reflow). */
const narrow = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true }
/** The languages of a short run: the widest script, and right-to-left. */
const sample = ['am', 'ar']
const long = process.env['PORTICO_LONG'] === '1'

for (const { code, englishName } of languages) {
  test(
    `no respondent screen in ${englishName} overflows, is cut off, or contains English`,
    {
      tag: sample.includes(code) ? [] : ['@long'],
    },
    async ({ visit, calls }) => {
      const visitor = await Visitor.come(await visit({ ...narrow, locale: code }), calls, code)
      for (const look of long ? sections : shortSections) await look(visitor)
      expect(visitor.faults).toEqual([])
    },
  )
}

test('control: overflow, cut-off or broken text and English texts are found', async ({ visit }) => {
  // Without the page's own scripts, which would come across what is added.
  const page = await visit({ ...narrow, locale: 'am', javaScriptEnabled: false })
  await page.goto('/about')
  const known = { language: 'am', english: ['Try again'] }
  expect(await page.evaluate(findFaults, known)).toEqual([])
  await page.evaluate(() => {
    const add = (tag: string, text: string, style: string) =>
      document.querySelector('main')?.append(Object.assign(document.createElement(tag), { textContent: text, style }))
    add('p', 'ሰላም', 'width: 400px')
    add('button', 'እንደገና', 'position: fixed; inset-inline-start: -30px')
    add('div', 'ደብዳቤ ደብዳቤ ደብዳቤ ደብዳቤ ደብዳቤ', 'height: 20px; width: 60px; overflow: hidden')
    add('p', 'ደብዳቤደብዳቤ', 'width: 60px; overflow-wrap: anywhere')
    add('p', '5 ፪ ٣', '')
    add('p', 'Try again', '')
    add('p', 'This is the page for your answers', '')
  })
  const found = (await page.evaluate(findFaults, known)).map((fault) => fault.split(':')[0])
  expect(found).toEqual(
    expect.arrayContaining(['over the edge', 'cut below', 'broken in the middle', 'digits of two scripts', 'in English']),
  )
  expect(found.some((fault) => fault?.endsWith('too wide'))).toBe(true)
  expect(found.filter((fault) => fault === 'in English')).toHaveLength(2)
})
