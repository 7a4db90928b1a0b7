import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@portico/server/infra/free-port'
import { startEmbeddedPostgres } from '@portico/server/infra/postgres/embedded-postgres'
import type { Bench } from '../bench.ts'
import { median } from '../load.ts'

const rounds = 7
const root = fileURLToPath(new URL('../../..', import.meta.url))
const serve = join(root, 'server/dist/serve.js')

/** Measures from the start of the process to the first response: with a stopped database, and with a running one, both migrated. */
export async function run({ report }: Bench): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'scripts/build.ts')])
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  try {
    const whole = await startsOf({ DATA_DIR: dataDir })
    report({ what: 'start to first answer, database included', measured: `${rounds} starts`, figure: whole, unit: 's', bar: 1.5, aim: 1 })
    const postgres = await startEmbeddedPostgres({ dataDir })
    const environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.appUrl,
      DATABASE_MIGRATION_URL: postgres.url,
      KEYRING_FILE: join(dataDir, 'keyring.json'),
    }
    const server = await startsOf(environment)
    await postgres.stop()
    report({
      what: 'start to first answer on a running database',
      measured: `${rounds} starts`,
      figure: server,
      unit: 's',
      bar: 0.6,
      aim: 0.45,
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startsOf(environment: Record<string, string>): Promise<number> {
  const times: number[] = []
  // The first start creates what the others find, and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const time = await startOnce(environment)
    if (round > 0) times.push(time)
  }
  return median(times)
}

async function startOnce(environment: Record<string, string>): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [serve], {
    env: { ...process.env, ...environment, PORT: String(port), HOST: '127.0.0.1' },
    stdio: 'ignore',
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  while (!(await answers(port))) if (child.exitCode !== null) throw new Error('The portal did not start')
  const took = (performance.now() - began) / 1_000
  child.kill('SIGTERM')
  await gone
  return took
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => new Promise((resolve) => setTimeout(() => resolve(false), 5)),
  )
}
