/**
 * Keeps the program itself on the device, so that a questionnaire that was begun can be opened again without a network. Where the
 * browser has no way to, or the page came by plain http, everything else works all the same.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  try {
    await navigator.serviceWorker.register('/questionnaire-offline.js')
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ page: location.pathname, files: loadedFiles() })
  } catch {
    // A device that refuses keeps its answers nevertheless.
  }
}

function loadedFiles(): string[] {
  const addresses = performance.getEntriesByType('resource').map((entry) => new URL(entry.name, location.href))
  const files = addresses.filter((address) => address.origin === location.origin && address.pathname.startsWith('/assets/'))
  return [...new Set(files.map((file) => file.pathname))]
}
