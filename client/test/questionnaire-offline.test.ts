import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const program = readFileSync(join(import.meta.dirname, '../public/questionnaire-offline.js'), 'utf8')
const origin = 'https://portico.example'

interface Answer {
  readonly ok: boolean
  readonly url: string
  clone(): Answer
  json(): Promise<unknown>
}

interface WorkerEvent {
  readonly data?: object
  readonly request?: { readonly url: string; readonly method: string; readonly mode: string }
  readonly clientId?: string
  respondWith?(answer: Promise<Answer>): void
  waitUntil?(work: Promise<void>): void
}

/** Simulates the service worker of a device and the build on its server. */
function openDevice() {
  const listeners = new Map<string, (event: WorkerEvent) => void>()
  const shelf = new Map<string, Answer | Response>()
  const addressOf = (asked: string | { url: string }) => new URL(typeof asked === 'string' ? asked : asked.url, origin).href
  const cache = {
    match: async (asked: string | { url: string }) => shelf.get(addressOf(asked))?.clone(),
    put: async (asked: string | { url: string }, answer: Answer | Response) => void shelf.set(addressOf(asked), answer),
    delete: async (asked: string) => shelf.delete(addressOf(asked)),
    keys: async () => [...shelf.keys()].map((url) => ({ url })),
  }
  let listed: object = {}
  const answerOf = (url: string): Answer => ({ ok: true, url, clone: () => answerOf(url), json: async () => listed })
  runInNewContext(program, {
    addEventListener: (name: string, listener: (event: WorkerEvent) => void) => listeners.set(name, listener),
    caches: { open: async () => cache },
    clients: { get: async (page: string) => ({ url: `${origin}${page}` }) },
    fetch: async (asked: string | { url: string }) => answerOf(addressOf(asked)),
    location: { origin },
    Response,
    URL,
  })
  return {
    /** Simulates a page requesting a file. */
    ask: (page: string, file: string) =>
      new Promise<Answer>((respondWith) => {
        const request = { url: `${origin}${file}`, method: 'GET', mode: 'cors' }
        listeners.get('fetch')?.({ request, clientId: page, respondWith })
      }),
    /** Simulates a page's message to the service worker. */
    say: (data: object) => new Promise<void>((waitUntil) => listeners.get('message')?.({ data, waitUntil })),
    /** Deploys this build to the server. */
    release(build: string) {
      const file = (name: string) => `/assets/${name}-${build}.js`
      listed = { files: [file('main'), file('question')], languages: { es: [file('es')] }, door: [file('main'), file('door')] }
    },
    assets: () => [...shelf.keys()].flatMap((url) => url.match(/(?<=\/assets\/).*(?=\.js)/) ?? []).toSorted(),
  }
}

it('the service worker caches the files of respondent and check-in pages, but not those of other staff pages', async () => {
  const device = openDevice()
  const pages = { '/questionnaires/eligibility': 'question', '/home/volunteer/workshop': 'door', '/home/admin/inprogress': 'cases' }
  for (const [page, name] of Object.entries(pages)) {
    const file = `/assets/${name}.js`
    expect((await device.ask(page, file)).url).toBe(`${origin}${file}`)
  }
  expect(device.assets()).toEqual(['door', 'question'])
})

it.each([{ door: true }, { language: 'es' }])(
  'the service worker caches everything requested earlier for a new build as well, which is first opened with %o',
  async (first) => {
    const device = openDevice()
    device.release('old')
    await device.say({ language: 'es' })
    await device.say({ door: true })
    expect(device.assets()).toEqual(['door-old', 'es-old', 'main-old', 'question-old'])
    device.release('new')
    await device.say(first)
    expect(device.assets()).toEqual(['door-new', 'es-new', 'main-new', 'question-new'])
  },
)

it('the service worker caches nothing for respondents if only the check-in page was requested', async () => {
  const device = openDevice()
  device.release('old')
  await device.say({ door: true })
  expect(device.assets()).toEqual(['door-old', 'main-old'])
})
