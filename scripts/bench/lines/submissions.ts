import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@portico/server/infra/postgres/embedded-postgres'
import type { Bench } from '../bench.ts'
import { bodiesToSend, median, sendAll } from '../load.ts'
import { serve, type Way } from '../served.ts'

const connections = 32
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)

/**
 * Compares submissions per second, with 60 answers each, acknowledged after a durable commit with everything Portico does, with bare
 * Fastify and `pg` inserting one JSONB row.
 */
export async function run({ report }: Bench): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    const bodies = await bodiesToSend()
    const seen = { bare: [] as Round[], portico: [] as Round[] }
    for (let round = 0; round < rounds; round += 1)
      for (const way of ['bare', 'portico'] as const) seen[way].push(await measure(way, postgres.url, dataDir, bodies))
    console.table({ 'bare Fastify + pg, one JSONB row': figuresOf(seen.bare), Portico: figuresOf(seen.portico) })
    const perSecond = (way: Way) => Math.round(median(seen[way].map((round) => round.perSecond)))
    report({
      what: `submissions on ${connections} connections, over a bare insert`,
      measured: `${perSecond('portico')}/s; bare Fastify and pg, one JSONB row ${perSecond('bare')}/s`,
      figure: perSecond('portico') / perSecond('bare'),
      bar: 0.5,
      aim: 0.8,
      moreIsBetter: true,
    })
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Round {
  readonly perSecond: number
  readonly serverMs: number
  readonly databaseMs: number
}

async function measure(way: Way, url: string, dataDir: string, bodies: readonly string[]): Promise<Round> {
  const served = await serve(way, url, dataDir)
  try {
    await sendAll(served.target, bodies, connections, 2)
    const before = await served.processorTime()
    const { perSecond, done } = await sendAll(served.target, bodies, connections, seconds)
    const after = await served.processorTime()
    return { perSecond, serverMs: (after.server - before.server) / done, databaseMs: (after.database - before.database) / done }
  } finally {
    await served.stop()
  }
}

function figuresOf(rounds: readonly Round[]) {
  return {
    'per second': Math.round(median(rounds.map((round) => round.perSecond))),
    rounds: rounds.map((round) => Math.round(round.perSecond)).join(' '),
    'server ms each': median(rounds.map((round) => round.serverMs)).toFixed(3),
    'database ms each': median(rounds.map((round) => round.databaseMs)).toFixed(3),
  }
}
