import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '../../server/src/infra/free-port.ts'
import { expect, test } from './support/people.ts'
import { openWorkshop, sampleQuestionnaire } from './support/fixtures.ts'

/** The least that the median of these runs may be. What a busy machine can spoil has some room; the rest is the page's alone. */
const bars = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const runs = 5
const pages = [
  '/',
  '/events',
  '/resources',
  '/about',
  '/termsAndConditions',
  '/privacyPolicy',
  '/citizenship',
  `/citizenship/${sampleQuestionnaire}`,
]

test.describe.configure({ mode: 'default', timeout: 300_000 })

for (const path of pages) {
  test(`${path} on a phone is as good as it has to be`, { tag: '@long' }, async ({ baseURL, launchOptions, calls }) => {
    // Something is open, so that the lists of events and questionnaires have something to load.
    await openWorkshop(calls)
    const port = await freePort()
    const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`] })
    const scores: Record<string, number[]> = {}
    const faults = new Set<string>()
    try {
      for (let run = 1; run <= runs; run += 1) {
        const result = await lighthouse(`${baseURL}${path}`, { port, output: 'json', logLevel: 'error', onlyCategories: Object.keys(bars) })
        for (const [id, { score }] of Object.entries(result?.lhr.categories ?? {})) (scores[id] ??= []).push(Math.round((score ?? 0) * 100))
        for (const { id, title, score, displayValue } of Object.values(result?.lhr.audits ?? {}))
          if (score !== null && score < 0.9) faults.add(`${id}: ${title} ${displayValue ?? ''}`)
      }
    } finally {
      await browser.close()
    }
    const medians = Object.entries(bars).map(([id, bar]) => ({ id, bar, median: medianOf(scores[id] ?? []) }))
    console.log(`portico  ${path}: ${medians.map(({ id, median }) => `${id} ${median}`).join(', ')}`)
    const short = medians.filter(({ median, bar }) => median < bar)
    expect(short, [...faults].join('\n')).toEqual([])
  })
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
