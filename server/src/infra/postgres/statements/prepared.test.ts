import { sql, type Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { openPortico } from '../../../../test/support/harness.ts'
import type { Database } from '../../request-context.ts'
import { prepared } from './prepared.ts'
import { inTransaction } from '../transaction.ts'

const portico = await openPortico()
const between = prepared<{ low: number; high: number }>()((db: Kysely<Database>, place) =>
  db
    .selectFrom(sql<{ numberOf: number }>`generate_series(1, 9)`.as('series'))
    .select(sql<number>`series`.as('numberOf'))
    .where(sql<boolean>`series between ${place('low')}::integer and ${place('high')}::integer and series <> ${place('low')}::integer`),
)
const kept = (db: Kysely<Database>) =>
  sql<{ statement: string }>`select statement from pg_prepared_statements where statement like '%generate_series(1, 9)%'`.execute(db)

it('a prepared query is planned once and run with different values', async () => {
  const found = await inTransaction(portico.services, 'test', async ({ db }) => ({
    few: await between(db, { low: 2, high: 4 }),
    others: await between(db, { low: 7, high: 8 }),
    kept: (await kept(db)).rows.length,
  }))
  expect(found).toEqual({ few: [{ numberOf: 3 }, { numberOf: 4 }], others: [{ numberOf: 8 }], kept: 1 })
})

it('control: an ordinary query leaves no prepared statement behind', async () => {
  const rows = await inTransaction(portico.services, 'test', async ({ db }) => {
    await sql`select 1 from generate_series(1, 9)`.execute(db)
    return (await kept(db)).rows
  })
  expect(rows.filter(({ statement }) => statement.startsWith('select 1 '))).toEqual([])
})
