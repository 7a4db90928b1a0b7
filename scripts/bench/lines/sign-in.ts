import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import argon2 from 'argon2'
import { startEmbeddedPostgres } from '@portico/server/infra/postgres/embedded-postgres'
import { hashPassword } from '@portico/server/infra/security/passwords/passwords'
import { seedCredentials } from '@portico/server/seed/seed-accounts'
import type { Bench } from '../bench.ts'
import { signIn } from '../client.ts'
import { median, percentile } from '../load.ts'
import { startBenchPortal } from '../portal.ts'

const seconds = 6
const rounds = 3
const atOnce = 16

/** Compares sign-ins per second with argon2 alone on two threads, and measures how long other calls take at the same time. */
export async function run({ report }: Bench): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    const hash = await hashPassword(seedCredentials.password, { from: 'bench' })
    const portal = await startBenchPortal(postgres.url, dataDir)
    const seen = { alone: [] as number[], signIns: [] as number[], others: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      seen.alone.push(await perSecond(2, () => argon2.verify(hash, seedCredentials.password)))
      const signIns = perSecond(atOnce, () => signIn(portal.origin))
      seen.others.push(percentile(await pings(portal.origin), 0.99))
      seen.signIns.push(await signIns)
    }
    await portal.stop()
    report({
      what: 'sign-ins, over argon2 alone on two threads',
      measured: `${Math.round(median(seen.signIns))}/s; argon2 ${Math.round(median(seen.alone))}/s`,
      figure: median(seen.signIns) / median(seen.alone),
      bar: 0.85,
      aim: 0.95,
      moreIsBetter: true,
    })
    report({
      what: 'p99 of another call while people sign in',
      measured: 'a call that asks the database, ten times a second',
      figure: median(seen.others),
      unit: 'ms',
      bar: 15,
      aim: 10,
    })
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function perSecond(many: number, work: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let done = 0
  await Promise.all(
    Array.from({ length: many }, async () => {
      while (performance.now() < until) {
        await work()
        done += 1
      }
    }),
  )
  return done / seconds
}

async function pings(origin: string): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count < seconds * 10; count += 1) {
    const began = performance.now()
    const answer = await fetch(`${origin}/health/ready`)
    await answer.text()
    times.push(performance.now() - began)
    await delay(100)
  }
  return times
}
