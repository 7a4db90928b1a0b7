// Lets a questionnaire that was begun be opened again without a network. It holds the program alone, never an answer: the page itself
// and the files it has loaded. The network comes first, so that nobody is left with an old page.
const shelf = 'questionnaire-1'
const shell = '/questionnaire-shell'
const patienceMs = 6_000
const questionnaires = /^\/(citizenship|questionnaires|workshops)\/./

addEventListener('install', () => skipWaiting())

addEventListener('activate', (event) => event.waitUntil(takeOver()))

addEventListener('message', (event) => {
  if (Array.isArray(event.data?.files)) event.waitUntil(keepAll(event.data.page, event.data.files))
})

addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (event.request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fileOf(event.request))
  else if (event.request.mode === 'navigate' && questionnaires.test(pathname)) event.respondWith(pageOf(event.request))
})

async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith('questionnaire-') && name !== shelf) await caches.delete(name)
  await clients.claim()
}

// What the page loaded before this worker was there.
async function keepAll(page, files) {
  const cache = await caches.open(shelf)
  await keep(cache, shell, page)
  await Promise.all(files.map(async (file) => (await cache.match(file)) ?? keep(cache, file, file)))
}

async function keep(cache, name, address) {
  try {
    const response = await fetch(address)
    if (response.ok) await cache.put(name, response)
  } catch {
    // It is kept the next time.
  }
}

// The name of a file changes with its content.
async function fileOf(request) {
  const cache = await caches.open(shelf)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}

async function pageOf(request) {
  const cache = await caches.open(shelf)
  const kept = await cache.match(shell)
  if (!kept) return fetch(request)
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(patienceMs) })
    if (response.ok) await cache.put(shell, response.clone())
    return response.status < 500 ? response : kept
  } catch {
    return kept
  }
}
