import { chromium, type Page } from '@playwright/test'
import { findBrowser } from './browser.ts'
import { Calls, password } from './calls.ts'

/** A phone with a quarter of this machine's speed, on a mobile network. */
const cpuSlowdown = 4
const mobile = { offline: false, latency: 60, downloadThroughput: 1_000_000, uploadThroughput: 400_000 }

/** Milliseconds from a scanner's Enter to the verdict on the screen, for each scan. */
export interface Scans {
  readonly online: readonly number[]
  readonly offline: readonly number[]
}

/** Checks in respondents of a workshop like a hardware scanner, half of them online and half offline. */
async function measure(origin: string, workshop: string, scans: number): Promise<Scans> {
  const { people } = await new Calls(origin).data('adam', 'workshops/getDoorList', { name: workshop })
  const ids = people
    .filter((person: { green: boolean; checkIns: unknown[] }) => person.green && person.checkIns.length === 0)
    .map((person: { anonymousId: string }) => person.anonymousId)
  const browser = await chromium.launch(await findBrowser())
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-US', baseURL: origin })
    await page.request.post('/api/auth/login/local', { data: { email: 'adam@portico.example', password } })
    await page.goto(`/home/volunteer/workshop?workshop=${workshop}`)
    await page.getByText(/^\d+ of \d+ in$/).waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', mobile)
    const online = await scanAll(page, ids.slice(0, scans))
    await session.send('Network.emulateNetworkConditions', { ...mobile, offline: true })
    const offline = await scanAll(page, ids.slice(scans, 2 * scans))
    return { online, offline }
  } finally {
    await browser.close()
  }
}

async function scanAll(page: Page, ids: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const id of ids) {
    const verdict = page.evaluate(timeToVerdict)
    await page.getByRole('searchbox').fill(id)
    await page.getByRole('searchbox').press('Enter')
    times.push(await verdict)
    await page.keyboard.press('Escape')
    await page.getByRole('alert').waitFor({ state: 'detached' })
  }
  return times
}

/** Runs in the page: measures from the next Enter to the frame after the verdict is shown. */
function timeToVerdict(): Promise<number> {
  return new Promise((resolve) => {
    const entered = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      removeEventListener('keydown', entered, true)
      const began = event.timeStamp
      const look = () => {
        if (!document.querySelector('[role=alert]')) return requestAnimationFrame(look)
        return requestAnimationFrame((painted) => resolve(painted - began))
      }
      look()
    }
    addEventListener('keydown', entered, true)
  })
}

const [, , origin, workshop, scans] = process.argv
if (import.meta.main && origin && workshop) console.log(JSON.stringify(await measure(origin, workshop, Number(scans))))
