import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '@portico/server/infra/postgres/embedded-postgres'
import type { Bench } from '../bench.ts'
import { bodiesToSend, median, sendAll } from '../load.ts'
import { serve, type Served } from '../served.ts'

const connections = 32
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const sampled = 2_000
const all = Number(process.env['BENCH_RESPONDENTS'] ?? 100_000)
const tables = ['respondent', 'message', 'audit_entry'] as const

/**
 * Measures the bytes on disk per submission, with its indexes, message and audit entry, and how earlier submissions slow down later ones.
 */
export async function run({ report }: Bench): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const client = new pg.Client({ connectionString: postgres.url })
  let served: Served | undefined
  try {
    const bodies = await bodiesToSend()
    served = await serve('portico', postgres.url, dataDir)
    await client.connect()
    const empty: number[] = []
    for (let round = 0; round < rounds; round += 1) empty.push((await sendAll(served.target, bodies, connections, seconds)).perSecond)
    const bytes = await multiply(client)
    const full: number[] = []
    await load(served, bodies)
    for (let round = 0; round < rounds; round += 1) full.push((await sendAll(served.target, bodies, connections, seconds)).perSecond)
    report({
      what: 'bytes of a submission on disk, indexes included',
      measured: `${all.toLocaleString('en')} submissions`,
      figure: bytes / 1_000,
      unit: 'kB',
      bar: 2.5,
      aim: 2,
    })
    report({
      what: `submissions with ${all.toLocaleString('en')} stored, over an empty database`,
      measured: `${Math.round(median(full))}/s; empty ${Math.round(median(empty))}/s`,
      figure: median(full) / median(empty),
      bar: 0.9,
      aim: 0.95,
      moreIsBetter: true,
    })
  } finally {
    await served?.stop()
    await client.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const load = ({ target }: Served, bodies: readonly string[]) => sendAll(target, bodies, connections, 2)

/** Copies submissions under unique keys until there are `all` of them; returns the bytes that each of them takes. */
async function multiply(client: pg.Client): Promise<number> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'respondent'
     and column_name not in ('id', 'anonymous_id', 'email_hash', 'phone_hash')`,
  )
  const copied = columns.map(({ name }) => name).join(', ')
  const before = await sizeOf(client)
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from respondent')
  const sent = rows[0]?.count ?? 0
  const copies = Math.min(sampled, sent)
  const missing = Math.max(copies, all - sent)
  await client.query('alter table respondent disable trigger user')
  await client.query(
    `insert into respondent (anonymous_id, email_hash, phone_hash, ${copied})
     select translate(upper(substr(md5(random()::text), 1, 13)), '01', 'XY'), sha256(random()::text::bytea), sha256(random()::text::bytea), ${copied}
     from (select row_number() over () as place, * from respondent order by id desc limit ${copies}) as sent,
       generate_series(0, $1 / ${copies}) as round where round * ${copies} + place <= $1`,
    [missing],
  )
  await client.query('alter table respondent enable trigger user')
  await client.query(
    `insert into message (kind, respondent_id, created_at) select 'invitation', id, now() from respondent
     where current_flag = 'green' on conflict do nothing`,
  )
  await client.query(
    `insert into audit_entry (at, account_id, action, subjects, request_id, signature)
     select at, account_id, action, subjects, request_id, signature
     from (select row_number() over () as place, * from audit_entry where action like '%Response' order by id desc limit ${copies}) as sent,
       generate_series(0, $1 / ${copies}) as round where round * ${copies} + place <= $1`,
    [missing],
  )
  await client.query('vacuum analyze')
  return ((await sizeOf(client)) - before) / missing
}

async function sizeOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest($1::text[]) as name`,
    [[...tables]],
  )
  return rows[0]?.bytes ?? 0
}
