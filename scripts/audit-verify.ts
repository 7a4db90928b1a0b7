import { chainAudit, verifyAudit } from '../server/src/infra/security/audit-chain.ts'
import { connect } from '../server/src/infra/postgres/orm.ts'
import { openDatabase } from './database.ts'

// Walks the whole audit chain and names every entry that was changed, is missing, or never came in. Exits with 1 when there is one.
const database = await openDatabase()
const orm = await connect(database.url, { poolSize: 2 })
try {
  await chainAudit(orm)
  const faults = await verifyAudit(orm, new Date())
  for (const { entryId, fault } of faults) console.log(`audit entry ${entryId} is ${fault}`)
  console.log(faults.length === 0 ? 'The audit trail is complete and unchanged.' : `The audit trail has ${faults.length} faults.`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await orm.close(true)
  await database.close()
}
