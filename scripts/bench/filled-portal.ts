import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@portico/server/infra/postgres/embedded-postgres'
import { openBenchServices, startBenchPortal, type BenchPortal } from './portal.ts'
import { seedRespondents } from './seed.ts'

/** A database with many respondents, and portals that use it. */
export interface FilledPortal {
  /** Respondents at all workshops together, except for the few in the seed data. */
  readonly respondents: number
  /** The workshop in which searches by name are measured. */
  readonly searched: { readonly name: string; readonly respondents: number }
  /** The workshop of all other respondents, up to 100,000; beyond that there is another one. */
  readonly exported: { readonly name: string; readonly respondents: number }
  readonly databaseUrl: string
  readonly dataDir: string
  /** Starts a portal on the data; with `jobs` its worker too. */
  readonly start: (options?: { jobs?: boolean }) => Promise<BenchPortal>
  readonly close: () => Promise<void>
}

const atSearched = 15_000
const atExported = 100_000

/**
 * Creates a database with this many respondents, each sealed under a separate key. `BENCH_DATA_DIR` names a folder that is filled once and
 * reused; otherwise the data is deleted afterwards.
 */
export async function fillPortal(respondents: number): Promise<FilledPortal> {
  const kept = process.env['BENCH_DATA_DIR']
  const dataDir = kept ? join(kept, String(respondents)) : await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const exported = { name: 'exported', respondents: Math.min(atExported, respondents - atSearched) }
  const filledMark = join(dataDir, 'filled')
  if (!existsSync(filledMark)) {
    await fill(postgres.url, dataDir, {
      searched: atSearched,
      exported: exported.respondents,
      others: respondents - atSearched - exported.respondents,
    })
    await writeFile(filledMark, '')
  }
  return {
    respondents,
    searched: { name: 'searched', respondents: atSearched },
    exported,
    databaseUrl: postgres.url,
    dataDir,
    start: (options) => startBenchPortal(postgres.url, dataDir, options),
    async close() {
      await postgres.stop()
      if (!kept) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function fill(url: string, dataDir: string, counts: Readonly<Record<string, number>>): Promise<void> {
  const services = await openBenchServices(url, dataDir)
  const db = services.orm.em.fork()
  const started = performance.now()
  let from = 0
  for (const [name, count] of Object.entries(counts)) {
    await db.execute(`insert into workshop (name, title, time_zone) values ('${name}', '${name}', 'UTC')`)
    await db.execute(
      `insert into workshop_questionnaire (workshop_id, questionnaire_name, position)
       select workshop.id, questionnaire.name, 0 from workshop, questionnaire where workshop.name = '${name}' limit 1`,
    )
    await seedRespondents(services, name, { from, count })
    from += count
  }
  await db.execute('vacuum analyze')
  console.log(`filled in ${from.toLocaleString('en')} respondents in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  await services.queue.stop()
  await services.orm.close(true)
}
