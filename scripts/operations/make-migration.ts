import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../server/src/infra/postgres/embedded-postgres.ts'
import { migrate } from '../../server/src/infra/postgres/migrate.ts'
import { connect } from '../../server/src/infra/postgres/orm.ts'

// npm run migration -- VERB-NOUN
// Writes the migration from the schema of the existing migrations to that of the entities.
const name = process.argv[2]
if (!name || !/^[a-z0-9]+(-[a-z0-9]+)+$/.test(name))
  throw new Error('Name it after what it does: npm run migration -- add-workshop-capacity')

const dataDir = mkdtempSync(join(tmpdir(), 'portico-migration-'))
const database = await startEmbeddedPostgres({ dataDir })
try {
  await migrate(database.url)
  const orm = await connect(database.url, { poolSize: 2, migrator: true })
  const { fileName } = await orm.migrator.create(undefined, false, false, name)
  await orm.close(true)
  if (fileName) keepForwardPart(join(import.meta.dirname, '../../migrations', fileName))
  console.log(
    fileName ? `portico  wrote migrations/${fileName}: read it as SQL before you commit it` : 'portico  the entities declare nothing new',
  )
} finally {
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

// Migrations are forward only and identified by their file name.
function keepForwardPart(path: string): void {
  const text = readFileSync(path, 'utf8')
  const forward = text.replace(/\n  override down\(\)[^]*?\n  }\n/, '').replace(/\n  override name = .*\n/, '')
  writeFileSync(path, forward.replace(/class (Migration\d+)\w*/, 'class $1'))
}
