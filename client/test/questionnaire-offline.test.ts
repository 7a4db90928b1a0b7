import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const program = readFileSync(join(import.meta.dirname, '../public/questionnaire-offline.js'), 'utf8')
const origin = 'https://portico.example'

interface FileEvent {
  readonly request: { readonly url: string; readonly method: string; readonly mode: string }
  readonly clientId: string
  respondWith(response: Promise<{ body: string }>): void
}

/** What the service worker keeps after these pages have asked for a file each, and what it answered. */
async function keptAfter(asked: readonly { readonly page: string; readonly file: string }[]) {
  const kept = new Map<string, unknown>()
  const answered: string[] = []
  const listeners = new Map<string, (event: FileEvent) => void>()
  const cache = {
    match: async ({ url }: { url: string }) => kept.get(url),
    put: async ({ url }: { url: string }, response: unknown) => void kept.set(url, response),
  }
  const fetched = (body: string) => ({ ok: true, body, clone: () => fetched(body) })
  runInNewContext(program, {
    addEventListener: (name: string, listener: (event: FileEvent) => void) => listeners.set(name, listener),
    caches: { open: async () => cache },
    clients: { get: async (page: string) => ({ url: `${origin}${page}` }) },
    fetch: async ({ url }: { url: string }) => fetched(url),
    location: { origin },
    URL,
  })
  for (const { page, file } of asked) {
    const request = { url: `${origin}${file}`, method: 'GET', mode: 'cors' }
    const answer = new Promise<{ body: string }>((respondWith) => listeners.get('fetch')?.({ request, clientId: page, respondWith }))
    answered.push((await answer).body)
  }
  return { kept: [...kept.keys()], answered }
}

it('keeps the files of respondents’ pages and of the door, and none of those that the staff’s other pages ask for', async () => {
  const asked = [
    { page: '/questionnaires/eligibility', file: '/assets/question.js' },
    { page: '/home/volunteer/workshop', file: '/assets/door.js' },
    { page: '/home/admin/inprogress', file: '/assets/cases.js' },
    { page: '/authentication/sign-in', file: '/assets/sign-in.js' },
  ]
  const { kept, answered } = await keptAfter(asked)
  expect(answered).toEqual(asked.map(({ file }) => `${origin}${file}`))
  expect(kept).toEqual([`${origin}/assets/question.js`, `${origin}/assets/door.js`])
})
