import { expect, test } from 'vitest'
import { openPortico, type Portico } from '../../test/support/harness.ts'

/** What MikroORM would still change, as SQL. */
const differenceOf = (portico: Portico) => portico.services.orm.schema.getUpdateSchemaSQL({ wrap: false })

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
