// Makes the respondent pages available offline, from the landing page to the receipt, and the check-in page on a device that has opened it
// before. Caches program files only, never answers. Pages are fetched network first, so that nobody is left with an old build.
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

// Caches the files of the respondent pages in this language and of the check-in page, as listed by the build, and deletes those of older
// builds.
async function precache(asked) {
  const listed = await (await fetch('/offline-files.json')).json()
  const cache = await caches.open(shelf)
  const { language, door } = await noted(cache, asked)
  const known = new Set([shell, ...Object.values(notes), ...listed.files, ...Object.values(listed.languages).flat(), ...listed.door])
  for (const { url } of await cache.keys()) if (!known.has(new URL(url).pathname)) await cache.delete(url)
  const pages = language ? [...listed.files, ...(listed.languages[language] ?? [])] : []
  const ofDoor = door ? listed.door : []
  // Sequentially, because the current page has priority on a slow connection.
  for (const file of [shell, ...(asked.door ? [...ofDoor, ...pages] : [...pages, ...ofDoor])])
    if (file === shell || !(await cache.match(file))) await keep(cache, file)
}

// Returns what is requested now or was requested before, because a new build must keep both, whichever page it is first opened with.
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

// File names change with their content. Files of other staff pages are not cached, because nothing would delete those of older builds.
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
