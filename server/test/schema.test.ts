import { expect, test } from 'vitest'
import { connect } from '../src/infra/postgres/orm.ts'
import { openPortico, type Portico } from './support/harness.ts'

/** What MikroORM would still change, as SQL; asked as the owner of the tables, who alone sees all of their constraints. */
async function differenceOf(portico: Portico): Promise<string> {
  const owner = await connect(portico.databaseUrl, { poolSize: 1 })
  try {
    return await owner.schema.getUpdateSchemaSQL({ wrap: false })
  } finally {
    await owner.close(true)
  }
}

test('the migrations make the tables that the entities declare', async () => {
  expect(await differenceOf(await openPortico())).toBe('')
})

test('control: a column, an index or a constraint that only one side has is a difference', async () => {
  const portico = await openPortico()
  await portico.sql('alter table agency add nickname text')
  await portico.sql('drop index respondent_flag')
  await portico.sql('alter table message drop constraint message_kind_check')
  const sql = await differenceOf(portico)
  for (const name of ['nickname', 'respondent_flag', 'message_kind_check']) expect(sql).toContain(name)
})
