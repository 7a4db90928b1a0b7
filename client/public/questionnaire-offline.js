// Lets a respondent's pages be opened without a network, from the landing page to the receipt, and the door of a workshop on a device that
// has opened it before. It holds the program alone, never an answer. The network comes first for pages, so that nobody is left with an old one.
const shelf = 'questionnaire-2'
const shell = '/index.html'
const patienceMs = 6_000
const offlinePages = /^\/($|citizenship(\/|$)|questionnaires\/|workshops\/|status$|home\/volunteer\/workshop$)/

addEventListener('install', () => skipWaiting())

addEventListener('activate', (event) => event.waitUntil(takeOver()))

addEventListener('message', (event) => event.waitUntil(precache(event.data ?? {}).catch(() => undefined)))

addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (event.request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fileOf(event))
  else if (event.request.mode === 'navigate' && offlinePages.test(pathname)) event.respondWith(pageOf(event.request))
})

async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith('questionnaire-') && name !== shelf) await caches.delete(name)
  await clients.claim()
}

// What a respondent's pages in this language, or the door, are made of, as the build has listed it; what an older build left behind goes.
async function precache({ language, door }) {
  const listed = await (await fetch('/offline-files.json')).json()
  const cache = await caches.open(shelf)
  const known = new Set([shell, ...listed.files, ...Object.values(listed.languages).flat(), ...listed.door])
  for (const { url } of await cache.keys()) if (!known.has(new URL(url).pathname)) await cache.delete(url)
  const pages = language ? [...listed.files, ...(listed.languages[language] ?? [])] : []
  // One after the other: the page that is being looked at comes first on a slow connection.
  for (const file of [shell, ...pages, ...(door ? listed.door : [])])
    if (file === shell || !(await cache.match(file))) await keep(cache, file)
}

async function keep(cache, file) {
  const response = await fetch(file, { priority: 'low' })
  if (response.ok) await cache.put(file, response)
}

// The name of a file changes with its content. Those of the staff's other pages stay out: there, nothing clears away what an older build left.
async function fileOf({ request, clientId }) {
  const cache = await caches.open(shelf)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  const page = await clients.get(clientId)
  if (response.ok && page && offlinePages.test(new URL(page.url).pathname)) await cache.put(request, response.clone())
  return response
}

async function pageOf(request) {
  const kept = await (await caches.open(shelf)).match(shell)
  if (!kept) return fetch(request)
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(patienceMs) })
    return response.status < 500 ? response : kept
  } catch {
    return kept
  }
}
