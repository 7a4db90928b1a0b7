import { onLanguageChange } from '../words/language.ts'

let isCaching = false

/**
 * Caches the respondent pages on the device so that they open offline, in the current language and in each one chosen later. Does nothing
 * where service workers are unavailable or the page was served over plain HTTP; everything else works there too.
 */
export async function cacheRespondentPages(): Promise<void> {
  const worker = await serviceWorker()
  if (!worker || isCaching) return
  isCaching = true
  const cacheLanguage = () => worker.postMessage({ language: document.documentElement.lang })
  cacheLanguage()
  onLanguageChange(cacheLanguage)
  addEventListener('online', cacheLanguage)
}

/** Caches the check-in page on the device so that it opens offline. */
export async function cacheDoorPage(): Promise<void> {
  const worker = await serviceWorker()
  worker?.postMessage({ door: true })
}

async function serviceWorker(): Promise<ServiceWorker | null> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return null
  try {
    await navigator.serviceWorker.register('/questionnaire-offline.js')
    return (await navigator.serviceWorker.ready).active
  } catch {
    // Answers are kept on the device even if the service worker cannot be registered.
    return null
  }
}
