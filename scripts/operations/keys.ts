import { readEnv } from '../../server/src/infra/env.ts'
import { connect } from '../../server/src/infra/postgres/orm.ts'
import { openEncryption } from '../../server/src/infra/security/encryption.ts'
import { keyUses } from '../../server/src/infra/security/keyring.ts'
import { openDatabase } from './database.ts'

// npm run keys
// Says how many rows are sealed under each `seal` key of the keyring, so that one that seals nothing can be taken out; writes nothing.
const encryption = openEncryption(readEnv(process.env).keyringFile, false)
const database = await openDatabase()
const orm = await connect(database.url, { poolSize: 1 })
try {
  const uses = await keyUses(orm)
  const held = [...encryption.keyProofs.keys()].filter((id) => id !== 'lookup')
  for (const id of new Set([...held, ...uses.keys()])) {
    const tables = uses.get(id) ?? []
    const found = tables.length > 0 ? tables.map(({ table, rows }) => `${rows} of ${table}`).join(', ') : 'nothing'
    const state = id === held.at(-1) ? ' (seals what is new)' : ''
    console.log(`${id}${state}: ${found}${held.includes(id) ? '' : '; this keyring does not have it'}`)
  }
} finally {
  await orm.close(true)
  await database.close()
}
