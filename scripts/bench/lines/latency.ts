import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@portico/server/infra/postgres/embedded-postgres'
import type { Bench } from '../bench.ts'
import { bodiesToSend, median, percentile, sendAll, sendEvenly } from '../load.ts'
import { serve, type Way } from '../served.ts'

const connections = 32
const seconds = 8
const rounds = 3

/** Measures the 99th percentile of the response time at half of each server's maximum load. */
export async function run({ report }: Bench): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    const bodies = await bodiesToSend()
    const seen: Record<Way, number[]> = { bare: [], portico: [] }
    for (let round = 0; round < rounds; round += 1)
      for (const way of ['bare', 'portico'] as const) {
        const served = await serve(way, postgres.url, dataDir)
        const most = await sendAll(served.target, bodies, connections, 3)
        const { durations } = await sendEvenly(served.target, bodies, most.perSecond / 2, seconds)
        seen[way].push(percentile(durations, 0.99))
        await served.stop()
      }
    const [ours, theirs] = [median(seen.portico), median(seen.bare)]
    report({
      what: 'p99 of a submission at half the maximum load, over bare',
      measured: `${ours.toFixed(1)} ms; bare ${theirs.toFixed(1)} ms`,
      figure: ours / theirs,
      bar: 2,
      aim: 1.2,
    })
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
