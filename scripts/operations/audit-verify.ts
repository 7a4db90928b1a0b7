import { readEnv } from '../../server/src/infra/env.ts'
import { recordRun } from '../../server/src/infra/metrics/operation-runs.ts'
import { connect } from '../../server/src/infra/postgres/orm.ts'
import { openAuditHeads } from '../../server/src/infra/security/audit/audit-heads.ts'
import { openEncryption } from '../../server/src/infra/security/encryption.ts'
import { verifyAudit, type AuditFault } from '../../server/src/infra/security/audit/verify-audit.ts'
import { openDatabase } from './database.ts'

// Verifies the whole audit trail and reports every fault; only writes that it ran. Exits with 1 if there are faults.
const { keyringFile, auditAnchorFile } = readEnv(process.env)
const encryption = openEncryption(keyringFile, false)
const database = await openDatabase()
const orm = await connect(database.url, { poolSize: 2 })
try {
  const faults = await verifyAudit(orm, encryption, openAuditHeads(auditAnchorFile, encryption), new Date())
  for (const fault of faults) console.log(sentenceOf(fault))
  console.log(faults.length === 0 ? 'The audit trail is complete and unchanged.' : `The audit trail has ${faults.length} faults.`)
  await recordRun(database.url, 'audit-verify', faults.length)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await orm.close(true)
  await database.close()
}

function sentenceOf(fault: AuditFault): string {
  switch (fault.fault) {
    case 'cut':
      return `the chain ends before position ${fault.position}, which was anchored`
    case 'replaced':
      return `the chain is another at position ${fault.position} than was anchored`
    case 'stopped':
      return `no head was anchored since ${fault.since}: if the portal runs, its job chain-audit was stopped`
    case 'unchained':
      return `audit entry ${fault.entryId} is not in the chain: if the portal does not run, start it and verify again`
    case 'altered':
      return `${fault.lines} lines of ${auditAnchorFile} are not heads that this keyring signed`
    case 'no-heads':
      return `${auditAnchorFile} has no heads: it is unknown whether the newest entries are there`
    default:
      return `audit entry ${fault.entryId} is ${fault.fault}`
  }
}
