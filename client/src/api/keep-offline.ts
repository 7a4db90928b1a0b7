import { onLanguageChange } from '../words/language.ts'

let isKept = false

/**
 * Keeps the program of a respondent's pages on the device, so that they can be opened without a network: in the language in use and in each
 * that is chosen later. Where the browser has no way to, or the page came by plain http, everything else works all the same.
 */
export async function keepQuestionnaireOffline(): Promise<void> {
  const worker = await serviceWorker()
  if (!worker || isKept) return
  isKept = true
  const keepLanguage = () => worker.postMessage({ language: document.documentElement.lang })
  keepLanguage()
  onLanguageChange(keepLanguage)
  addEventListener('online', keepLanguage)
}

/** Keeps the program of the door on the device, so that it can be opened again without a network. */
export async function keepDoorOffline(): Promise<void> {
  const worker = await serviceWorker()
  worker?.postMessage({ door: true })
}

async function serviceWorker(): Promise<ServiceWorker | null> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return null
  try {
    await navigator.serviceWorker.register('/questionnaire-offline.js')
    return (await navigator.serviceWorker.ready).active
  } catch {
    // A device that refuses keeps its answers nevertheless.
    return null
  }
}
