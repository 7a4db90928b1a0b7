import { changed } from '../change.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { workshopName, type Portal, type ReplicaOptions } from '../portal.ts'
import { addRespondents } from '../respondents.ts'
import { unless, type Scenario } from '../scenario.ts'

interface Progress {
  readonly status: string
  readonly startedAt: number
  readonly done: number
  readonly total: number
}

const resumesWithinMs = 10_000
// Each batch of 200 takes half a second longer, because a spreadsheet would otherwise be complete before the kill.
const slowed = [
  changed(
    'features/downloads/respondents.ts',
    'const found = await nextBatch',
    'const found = await nextBatch\n    await new Promise((proceed) => setTimeout(proceed, 500))',
  ),
]

// Unfinished downloads are not resumed when a server starts.
const withoutResuming = [
  ...slowed,
  changed(
    'features/downloads/commands.ts',
    `await services.queue.send(em, 'run-download', waiting)`,
    `await services.queue.send(em, 'run-download', waiting.slice(0, 0))`,
  ),
]

/** The process that creates a spreadsheet is killed at 10, 50 and 90 % of it. */
export const killedExport: Scenario = {
  name: 'the maker of a spreadsheet is killed at 10, 50 and 90 %',
  async run(portal) {
    const everyone = await addRespondents(portal, 4_000)
    await portal.replaceAll({ changes: slowed })
    const id = await askForSpreadsheet(portal, 'undownloaded')
    const reached: number[] = []
    const faults: string[] = []
    let slowest = 0
    for (const wanted of [0.1, 0.5, 0.9]) {
      reached.push(await runUntil(portal, id, wanted))
      const waited = await killAll(portal, id)
      slowest = Math.max(slowest, waited)
      const marked = await countMarked(portal)
      faults.push(...unless(marked === 0, `killed at ${wanted}: ${marked} marked as downloaded`))
    }
    const began = performance.now()
    await runUntil(portal, id, 2)
    const seconds = (performance.now() - began) / 1_000
    const { status, done } = await progressOf(portal, id)
    const marked = await countMarked(portal)
    return {
      seen: `killed at ${reached.map((part) => `${Math.round(part * 100)} %`).join(', ')} of ${everyone}; begun again ${(slowest / 1_000).toFixed(1)} s after the start at most, complete ${seconds.toFixed(0)} s after the last`,
      faults: [
        ...faults,
        ...unless(slowest <= resumesWithinMs, 'it is not begun again within 10 s'),
        ...unless(status === 'completed' && done === everyone && marked === everyone, `${status}, ${done} written, ${marked} marked`),
      ],
      control: await runControl(portal),
    }
  },
}

async function runControl(portal: Portal) {
  const id = await askForSpreadsheet(portal, 'all')
  await runUntil(portal, id, 0.05)
  const waited = await killAll(portal, id, { changes: withoutResuming })
  const { status } = await progressOf(portal, id)
  const shows = waited > resumesWithinMs
  return { seen: `where no start looks for it, it is ${shows ? `still “${status}” and not begun again after 10 s` : 'begun again'}`, shows }
}

async function askForSpreadsheet(portal: Portal, flavor: 'undownloaded' | 'all'): Promise<number> {
  const asked = { workshop: { name: workshopName }, configuration: { flavor }, format: 'xlsx' }
  return Number((await portal.call('downloads/enqueueDownload', asked))['downloadId'])
}

// Returns how long after the servers are ready the download is restarted, in ms; infinite if not in time.
async function killAll(portal: Portal, id: number, options: ReplicaOptions = { changes: slowed }): Promise<number> {
  await Promise.all(portal.replicas.map((replica) => replica.end('SIGKILL')))
  const before = await progressOf(portal, id)
  if (before.status !== 'running') throw new Error(`The spreadsheet was ${before.status} when its maker was killed`)
  await portal.replaceAll(options)
  const ready = performance.now()
  while (performance.now() - ready <= resumesWithinMs) {
    if ((await progressOf(portal, id)).startedAt !== before.startedAt) return performance.now() - ready
    await sleep(50)
  }
  return Infinity
}

async function countMarked(portal: Portal): Promise<number> {
  const [row] = await portal.sql<{ many: number }>('select count(*)::integer as many from respondent where downloaded_at is not null')
  return row?.many ?? 0
}

async function progressOf(portal: Portal, id: number): Promise<Progress> {
  const [row] = await portal.sql<Progress>(
    'select status, coalesce(extract(epoch from started_at), 0)::float8 as "startedAt", done, total from download where id = $1',
    [id],
  )
  return row ?? { status: 'missing', startedAt: 0, done: 0, total: 0 }
}

// Returns the progress once it reaches `wanted`; 1 if the download is complete.
async function runUntil(portal: Portal, id: number, wanted: number): Promise<number> {
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    const { status, done, total } = await progressOf(portal, id)
    if (status === 'completed' || status === 'failed') return 1
    if (status === 'running' && total > 0 && done / total >= wanted) return done / total
    await sleep(20)
  }
  throw new Error('The spreadsheet is not getting on')
}
