import { chromium, type Page } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '../../server/src/infra/free-port.ts'
import { expect, test } from './support/people.ts'
import { storeDraft } from './support/answering.ts'
import { openWorkshop, sampleQuestionnaire } from './support/fixtures.ts'

/** The minimum for the median of five runs. Scores that depend on the machine's load have some tolerance. */
const bars = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 }
const runs = 5
/** This many runs on one side of a bar decide the median of five. */
const majority = Math.ceil(runs / 2)
/** The questionnaire as a returning respondent finds it: with a draft, but with empty caches. */
const firstQuestion = 'the first question'
const pages = [
  '/',
  '/events',
  '/resources',
  '/about',
  '/termsAndConditions',
  '/privacyPolicy',
  '/citizenship',
  `/citizenship/${sampleQuestionnaire}`,
  firstQuestion,
]

test.describe.configure({ mode: 'default', timeout: 300_000 })

for (const what of pages) {
  test(`${what} on a phone reaches the required Lighthouse scores`, { tag: '@long' }, async ({ baseURL, launchOptions, calls }) => {
    // An open workshop, so that the lists of events and questionnaires have something to load.
    const workshop = await openWorkshop(calls)
    const begun = what === firstQuestion
    const address = `${baseURL}${begun ? `/workshops/${workshop}/questionnaire/${sampleQuestionnaire}` : what}`
    const input = { name: sampleQuestionnaire, languageCode: 'en' }
    const { id } = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', input)
    const port = await freePort()
    const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`] })
    const scores: Record<string, number[]> = {}
    const faults = new Set<string>()
    try {
      // Lighthouse opens its windows in the browser's default context, not in one of Playwright's.
      const context = (await chromium.connectOverCDP(`http://127.0.0.1:${port}`)).contexts()[0]
      const page = await context?.newPage()
      if (!page) throw new Error('The browser has no window')
      for (let run = 1; run <= runs && !isDecided(scores); run += 1) {
        if (begun) await beginAgain(page, `${baseURL}/about`, id)
        const result = await lighthouse(address, {
          port,
          output: 'json',
          logLevel: 'error',
          onlyCategories: Object.keys(bars),
          disableStorageReset: begun,
        })
        for (const [category, { score }] of Object.entries(result?.lhr.categories ?? {}))
          (scores[category] ??= []).push(Math.round((score ?? 0) * 100))
        for (const audit of Object.values(result?.lhr.audits ?? {}))
          if (audit.score !== null && audit.score < 0.9) faults.add(`${audit.id}: ${audit.title} ${audit.displayValue ?? ''}`)
      }
    } finally {
      await browser.close()
    }
    const medians = Object.entries(bars).map(([category, bar]) => ({ category, bar, median: medianOf(scores[category] ?? []) }))
    console.log(`portico  ${what}: ${medians.map(({ category, median }) => `${category} ${median}`).join(', ')}`)
    const short = medians.filter(({ median, bar }) => median < bar)
    expect(short, [...faults].join('\n')).toEqual([])
  })
}

/** Whether the remaining runs cannot change on which side of any bar the median will be. */
function isDecided(scores: Readonly<Record<string, readonly number[]>>): boolean {
  return Object.entries(bars).every(([category, bar]) => {
    const measured = scores[category] ?? []
    const reached = measured.filter((score) => score >= bar).length
    return reached >= majority || measured.length - reached >= majority
  })
}

/** Clears the device except for a draft at its first question. */
async function beginAgain(page: Page, address: string, questionnaireId: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: new URL(address).origin, storageTypes: 'all' })
  await session.send('Network.clearBrowserCache')
  await page.goto(address)
  await storeDraft(page, { name: sampleQuestionnaire, questionnaireId, answers: {}, place: 'question:consentToShare' })
  await session.send('Storage.clearDataForOrigin', { origin: new URL(address).origin, storageTypes: 'service_workers,cache_storage' })
  await session.send('Network.clearBrowserCache')
  await page.goto('about:blank')
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
