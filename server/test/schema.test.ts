import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrate } from '../src/infra/postgres/migrate.ts'
import { connect } from '../src/infra/postgres/orm.ts'
import { openPortico, type Portico } from './support/harness.ts'

/** Returns what MikroORM would still change, as SQL; queried as the owner of the tables, who alone sees all of their constraints. */
async function differenceOf(portico: Portico): Promise<string> {
  const owner = await connect(portico.databaseUrl, { poolSize: 1 })
  try {
    return await owner.schema.getUpdateSchemaSQL({ wrap: false })
  } finally {
    await owner.close(true)
  }
}

test('the migrations create the schema that the entities declare', async () => {
  expect(await differenceOf(await openPortico())).toBe('')
})

test('control: a column, index or constraint on one side only is a difference', async () => {
  const portico = await openPortico()
  await portico.sql('alter table agency add nickname text')
  await portico.sql('drop index respondent_flag')
  await portico.sql('alter table message drop constraint message_kind_check')
  const sql = await differenceOf(portico)
  for (const name of ['nickname', 'respondent_flag', 'message_kind_check']) expect(sql).toContain(name)
})

test('each migration has a unique timestamp and a class named after it', () => {
  const folder = new URL('../../migrations/', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const timestamps = files.map((name) => name.slice(0, name.indexOf('-')))
  expect(timestamps.filter((one, index) => timestamps.indexOf(one) !== index)).toEqual([])
  for (const [index, file] of files.entries())
    expect(readFileSync(new URL(file, folder), 'utf8')).toContain(`export class ${timestamps[index]} extends Migration`)
})

test('a database with migrations under their former names does not run them again', async () => {
  const portico = await openPortico()
  const names = async () => (await portico.sql('select name from mikro_orm_migrations order by name')).map(({ name }) => String(name))
  const now = await names()
  await portico.sql(`update mikro_orm_migrations set name = replace(name, '1122001500-sign', '1122001000-sign')`)
  await portico.sql(`update mikro_orm_migrations set name = replace(name, '1122003500-mark', '1122003000-mark')`)
  expect(await names()).not.toEqual(now)
  await migrate(portico.databaseUrl)
  expect(await names()).toEqual(now)
  expect(await differenceOf(portico)).toBe('')
})
