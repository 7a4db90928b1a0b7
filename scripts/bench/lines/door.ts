import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '@portico/server/infra/postgres/embedded-postgres'
import type { Bench } from '../bench.ts'
import { median, percentile } from '../load.ts'
import { openBenchServices, startBenchPortal } from '../portal.ts'
import { seedRespondents } from '../seed.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const e2e = join(root, 'client', 'e2e')
const execute = promisify(execFile)
const respondents = 312
const scans = 80
const workshop = 'door'

/** Measures from a scanner's Enter to the verdict on the screen, in a real browser slowed down to a phone, online and offline. */
export async function run({ report }: Bench): Promise<void> {
  if (!existsSync(join(e2e, 'node_modules')))
    return console.log('The browser comes with the packages of the browser tests: run npm test once')
  await execute(process.execPath, [join(root, 'scripts', 'build.ts')])
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await fill(postgres.url, dataDir)
    const portal = await startBenchPortal(postgres.url, dataDir)
    try {
      const script = join(e2e, 'support', 'door-scans.ts')
      const { stdout } = await execute(process.execPath, [script, portal.origin, workshop, String(scans)], { cwd: e2e })
      const times: Record<'online' | 'offline', number[]> = JSON.parse(stdout)
      for (const [way, bar, aim] of [
        ['offline', 150, 100],
        ['online', 300, 200],
      ] as const) {
        const [middle, most] = [median(times[way]), percentile(times[way], 0.95)]
        const measured = `${scans} scans, ${respondents} people; median ${middle.toFixed(0)} ms, p95 judged`
        report({ what: `a scan to its verdict, ${way}`, measured, figure: most, unit: 'ms', bar, aim })
      }
    } finally {
      await portal.stop()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fill(url: string, dataDir: string): Promise<void> {
  const services = await openBenchServices(url, dataDir)
  await services.orm.em.fork().execute(`insert into workshop (name, title, time_zone) values ('${workshop}', 'The door', 'UTC')`)
  await seedRespondents(services, workshop, { count: respondents })
  await services.queue.stop()
  await services.orm.close(true)
}
