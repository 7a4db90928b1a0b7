import { chromium } from '@playwright/test'
import { findBrowser } from './browser.ts'
import { say } from './words.ts'

/** Slow 3G as defined by WebPageTest: 400 kbit/s each way and a round trip of 400 ms. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** Measures the seconds from opening a questionnaire's URL with empty caches to its first question. */
async function measure(address: string): Promise<number> {
  const browser = await chromium.launch(await findBrowser())
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow3g)
    const began = performance.now()
    await page.goto(address, { waitUntil: 'commit' })
    await page.getByRole('button', { name: say('en', 'questionnaire.start'), exact: true }).click()
    await page.getByRole('button', { name: say('en', 'questionnaire.goOn'), exact: true }).waitFor()
    return (performance.now() - began) / 1000
  } finally {
    await browser.close()
  }
}

const [, , address] = process.argv
if (import.meta.main && address) console.log(await measure(address))
