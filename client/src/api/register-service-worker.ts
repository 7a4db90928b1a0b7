import { onLanguageChange } from '../words/language.ts'

/**
 * Keeps the program of a respondent's pages on the device, so that they can be opened without a network: in the language in use and in each
 * that is chosen later. Where the browser has no way to, or the page came by plain http, everything else works all the same.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  try {
    await navigator.serviceWorker.register('/questionnaire-offline.js')
    const { active } = await navigator.serviceWorker.ready
    const keepLanguage = () => active?.postMessage({ language: document.documentElement.lang })
    keepLanguage()
    onLanguageChange(keepLanguage)
    addEventListener('online', keepLanguage)
  } catch {
    // A device that refuses keeps its answers nevertheless.
  }
}

/** Keeps the program of the door on the device as well, so that it can be opened again without a network. */
export async function keepDoorOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ door: true })
}
