import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrate } from '../src/infra/postgres/migrate.ts'
import { connect, knownMigrations } from '../src/infra/postgres/orm.ts'
import { withClient } from '../src/infra/postgres/with-client.ts'
import { openPortico, type Portico } from './support/harness.ts'
import { emptyDatabase } from './support/sealed-rows.ts'

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

// Earlier ones have been run everywhere.
const lastUnchecked = 'Migration20261122200000-tell-of-returns'

/** Returns the columns that `change` adds to existing tables under a name that another existing table has, as `table.column`. */
async function ambiguousColumns(ownerUrl: string, change: () => Promise<unknown>): Promise<string[]> {
  const before = await columnsOf(ownerUrl)
  await change()
  const after = await columnsOf(ownerUrl)
  const tables = Map.groupBy(before, ({ table }) => table)
  const isKnown = ({ table, column }: Column) => tables.get(table)?.some((one) => one.column === column) ?? true
  return after
    .filter((one) => !isKnown(one) && before.some(({ column }) => column === one.column))
    .map(({ table, column }) => `${table}.${column}`)
}

interface Column {
  readonly table: string
  readonly column: string
}

async function columnsOf(url: string): Promise<Column[]> {
  const query = `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' order by 1, 2`
  return withClient(url, async (client) => (await client.query<Column>(query)).rows)
}

// Queries that join tables leave out the table of a column whose name is unique at the time. During an upgrade, and after going back, they
// run on the new tables.
test('no migration makes a query of the version before ambiguous', async () => {
  const { ownerUrl } = await emptyDatabase()
  const names = knownMigrations().toSorted()
  await migrate(ownerUrl, names.slice(0, names.indexOf(lastUnchecked) + 1))
  for (const name of names.slice(names.indexOf(lastUnchecked) + 1))
    expect(await ambiguousColumns(ownerUrl, () => migrate(ownerUrl, [name])), `${name}: name the column differently`).toEqual([])
})

test('control: a column with the name of a column of another table is reported, and a new table is not', async () => {
  const { ownerUrl } = await emptyDatabase()
  await migrate(ownerUrl)
  const statements = [
    'alter table stopped_respondent add doing text, add text_key text',
    'create table fresh (id integer primary key, kind text)',
  ]
  const change = () => withClient(ownerUrl, (client) => client.query(statements.join(';')))
  expect(await ambiguousColumns(ownerUrl, change)).toEqual(['stopped_respondent.text_key'])
})
