import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@portico/server/infra/postgres/orm'
import { openEncryption } from '@portico/server/infra/security/encryption'
import type { Services } from '@portico/server/infra/request-context'
import { seedRespondents } from '../../bench/seed.ts'
import { workshopName, type Portal } from '../portal.ts'
import { unless, type Scenario } from '../scenario.ts'

interface Progress {
  readonly status: string
  readonly done: number
  readonly total: number
}

/** Whoever makes a spreadsheet is killed at 10, 50 and 90 % of it. */
export const killedExport: Scenario = {
  name: 'the maker of a spreadsheet is killed at 10, 50 and 90 %',
  async run(portal, share) {
    const everyone = await fill(portal, Math.round(40_000 * share))
    const { downloadId } = await portal.call('downloads/enqueueDownload', {
      workshop: { name: workshopName },
      configuration: { flavor: 'undownloaded' },
      format: 'xlsx',
    })
    const id = Number(downloadId)
    const reached: number[] = []
    const faults: string[] = []
    let unfinished = ''
    for (const wanted of [0.1, 0.5, 0.9]) {
      reached.push(await runUntil(portal, id, wanted))
      await Promise.all(portal.replicas.map((replica) => replica.end('SIGKILL')))
      const [left] = await portal.sql<{ many: number }>('select count(*)::integer as many from respondent where downloaded_at is not null')
      const { status } = await progressOf(portal, id)
      unfinished ||= `without a worker it stays ${status}`
      faults.push(
        ...unless(status !== 'completed' && left?.many === 0, `killed at ${wanted}: ${status}, ${left?.many} marked as downloaded`),
      )
      for (const place of portal.replicas.keys()) await portal.replaceReplica(place)
    }
    const began = performance.now()
    await runUntil(portal, id, 2)
    const seconds = (performance.now() - began) / 1_000
    const { status, done } = await progressOf(portal, id)
    const [marked] = await portal.sql<{ many: number }>('select count(*)::integer as many from respondent where downloaded_at is not null')
    return {
      seen: `killed at ${reached.map((part) => `${Math.round(part * 100)} %`).join(', ')} of ${everyone}; complete ${seconds.toFixed(0)} s after the last`,
      faults: [
        ...faults,
        ...unless(
          status === 'completed' && done === everyone && marked?.many === everyone,
          `${status}, ${done} written, ${marked?.many} marked`,
        ),
      ],
      control: { seen: unfinished, shows: unfinished.endsWith('running') },
    }
  },
}

async function fill(portal: Portal, count: number): Promise<number> {
  const orm = await connect(portal.databaseUrl('portico'), { poolSize: 3 })
  const needed = { orm, encryption: openEncryption(portal.keyringFile, false), clock: () => new Date() }
  await seedRespondents(needed as unknown as Services, workshopName, 0, count)
  await orm.close(true)
  const [row] = await portal.sql<{ many: number }>('select count(*)::integer as many from respondent')
  await portal.sql('update respondent set downloaded_at = null')
  return row?.many ?? 0
}

async function progressOf(portal: Portal, id: number): Promise<Progress> {
  const [row] = await portal.sql<Progress & { id: number }>('select id, status, done, total from download where id = $1', [id])
  return row ?? { status: 'missing', done: 0, total: 0 }
}

// How far it came: the part that was wanted or a little more; 1 when it is complete.
async function runUntil(portal: Portal, id: number, wanted: number): Promise<number> {
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    const { status, done, total } = await progressOf(portal, id)
    if (status === 'completed' || status === 'failed') return 1
    if (status === 'running' && total > 0 && done / total >= wanted) return done / total
    await sleep(20)
  }
  throw new Error('The spreadsheet is not getting on')
}
