// Lets a respondent's pages be opened without a network, from the landing page to the receipt, and the door of a workshop on a device that
// has opened it before. It holds the program alone, never an answer. The network comes first for pages, so that nobody is left with an old one.
const shelf = 'questionnaire-2'
const shell = '/index.html'
const notes = { language: '/kept/language', door: '/kept/door' }
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

// What a respondent's pages in this language, and the door, are made of, as the build has listed it; what an older build left behind goes.
async function precache(asked) {
  const listed = await (await fetch('/offline-files.json')).json()
  const cache = await caches.open(shelf)
  const { language, door } = await noted(cache, asked)
  const known = new Set([shell, ...Object.values(notes), ...listed.files, ...Object.values(listed.languages).flat(), ...listed.door])
  for (const { url } of await cache.keys()) if (!known.has(new URL(url).pathname)) await cache.delete(url)
  const pages = language ? [...listed.files, ...(listed.languages[language] ?? [])] : []
  const ofDoor = door ? listed.door : []
  // One after the other: the page that is being looked at comes first on a slow connection.
  for (const file of [shell, ...(asked.door ? [...ofDoor, ...pages] : [...pages, ...ofDoor])])
    if (file === shell || !(await cache.match(file))) await keep(cache, file)
}

// What is asked for now and what was before: a new build must leave neither behind, whichever page it is first opened with.
async function noted(cache, asked) {
  const all = {}
  for (const [name, note] of Object.entries(notes)) {
    if (asked[name]) await cache.put(note, new Response(asked[name]))
    all[name] = await (await cache.match(note))?.text()
  }
  return all
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
