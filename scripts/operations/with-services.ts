import { systemClock } from '../../server/src/infra/clock.ts'
import { readEnv } from '../../server/src/infra/env.ts'
import { createLog } from '../../server/src/infra/log.ts'
import { folderMailer } from '../../server/src/infra/mailer.ts'
import { noMetrics } from '../../server/src/infra/metrics/metrics.ts'
import { connect } from '../../server/src/infra/postgres/orm.ts'
import { openQueue } from '../../server/src/infra/queue.ts'
import type { Services } from '../../server/src/infra/request-context.ts'
import { openAuditHeads } from '../../server/src/infra/security/audit/audit-heads.ts'
import { openEncryption } from '../../server/src/infra/security/encryption.ts'
import { createRateLimits } from '../../server/src/infra/security/rate-limits.ts'
import { openDatabase } from './database.ts'

/** Runs a command on the database and keyring that the settings name, beside a portal that is running or without one. */
export async function withServices(run: (services: Services) => Promise<void>): Promise<void> {
  const env = readEnv(process.env)
  const encryption = openEncryption(env.keyringFile, false)
  const log = createLog('error')
  const database = await openDatabase()
  const orm = await connect(database.url, { poolSize: 2 })
  const queue = openQueue(database.url, log, { supervise: false })
  try {
    await run({
      orm,
      queue,
      encryption,
      log,
      metrics: noMetrics,
      auditHeads: openAuditHeads(env.auditAnchorFile, encryption),
      mailer: folderMailer(env.dataDir),
      clock: systemClock,
      rateLimits: createRateLimits(orm, (who) => encryption.lookupHash('rate', who)),
      publicUrl: '',
      loopbackWebhooks: false,
      retentionDays: env.retentionDays,
      seedCredentials: undefined,
    })
  } finally {
    await queue.stop()
    await orm.close(true)
    await database.close()
  }
}
