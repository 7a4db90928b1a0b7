import { expect, type Page } from '@playwright/test'

/** Waits until the respondent pages are cached on the device, with the texts of this language. */
export async function expectPrecached(page: Page, language: string): Promise<void> {
  await expect.poll(() => page.evaluate(missingOffline, language), { timeout: 30_000 }).toBe(0)
}

/** Runs in the page: returns how many files of the respondent pages are not cached yet; -1 while no service worker controls the page. */
export async function missingOffline(code: string): Promise<number> {
  const { files, languages } = await (await fetch('/offline-files.json')).json()
  const wanted: string[] = ['/index.html', ...files, ...(languages[code] ?? [])]
  const found = await Promise.all(wanted.map((file) => caches.match(file)))
  return navigator.serviceWorker.controller ? found.filter((one) => !one).length : -1
}

/** Waits until the check-in page and its stations are cached on the device. */
export async function expectDoorKept(page: Page): Promise<void> {
  const missing = async () => {
    const { door } = await (await fetch('/offline-files.json')).json()
    const found: unknown[] = await Promise.all(['/index.html', ...door].map((file: string) => caches.match(file)))
    return navigator.serviceWorker.controller ? found.filter((one) => !one).length : -1
  }
  await expect.poll(() => page.evaluate(missing), { timeout: 30_000 }).toBe(0)
}
