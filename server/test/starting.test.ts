import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { readEnv } from '../src/infra/env.ts'
import { start } from '../src/main.ts'
import { openPortico } from './support/harness.ts'

const portico = await openPortico()
const outbox = join(portico.dataDir, 'outbox')
const hour = 3_600_000

async function startOnce(settings: Record<string, string>, meanwhile: () => Promise<void>): Promise<void> {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const env = readEnv({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: portico.dataDir, DEMO: 'off', ...settings })
  const running = await start({ ...env, databaseUrl: portico.databaseUrl, embedded: true })
  await meanwhile()
  await running.stop()
  vi.restoreAllMocks()
}

it('a starting portal removes e-mails older than a day from its outbox, unless configured to keep them', async () => {
  await rm(outbox, { recursive: true, force: true })
  await mkdir(outbox, { recursive: true })
  for (const [name, age] of [
    ['old.eml', 25 * hour],
    ['young.eml', 23 * hour],
  ] as const) {
    await writeFile(join(outbox, name), 'x')
    const at = new Date(Date.now() - age)
    await utimes(join(outbox, name), at, at)
  }
  const left = async () => (await readdir(outbox)).filter((name) => ['old.eml', 'young.eml'].includes(name)).toSorted()
  await startOnce({ OUTBOX_KEEP: 'on' }, async () => {})
  expect(await left()).toEqual(['old.eml', 'young.eml'])
  await startOnce({}, () => expect.poll(left).toEqual(['young.eml']))
})
