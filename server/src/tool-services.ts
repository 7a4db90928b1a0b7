import type { Env } from './infra/env.ts'
import { systemClock } from './infra/clock.ts'
import { createLog } from './infra/log.ts'
import { folderMailer } from './infra/mailer.ts'
import { noMetrics } from './infra/metrics/metrics.ts'
import { connect } from './infra/postgres/orm.ts'
import { openQueue } from './infra/queue.ts'
import { noTracing } from './infra/tracing/tracing.ts'
import type { Services } from './infra/request-context.ts'
import { openAuditHeads } from './infra/security/audit/audit-heads.ts'
import { openEncryption } from './infra/security/encryption.ts'
import { createRateLimits } from './infra/security/rate-limits.ts'

/** Opens the services for a command that runs beside the portal, without a server or jobs. Throws if the keyring cannot be read. */
export async function openToolServices(
  databaseUrl: string,
  env: Pick<Env, 'keyringFile' | 'auditAnchorFile' | 'dataDir' | 'retentionDays'>,
): Promise<{ readonly services: Services; readonly close: () => Promise<void> }> {
  const encryption = openEncryption(env.keyringFile, false)
  const log = createLog('error')
  const orm = await connect(databaseUrl, { poolSize: 2 })
  const queue = openQueue(databaseUrl, log, { supervise: false })
  const services: Services = {
    orm,
    queue,
    encryption,
    log,
    metrics: noMetrics,
    tracing: noTracing,
    auditHeads: openAuditHeads(env.auditAnchorFile, encryption),
    mailer: folderMailer(env.dataDir),
    clock: systemClock,
    rateLimits: createRateLimits(orm, (who) => encryption.lookupHash('rate', who)),
    publicUrl: '',
    loopbackWebhooks: false,
    retentionDays: env.retentionDays,
    identityProvider: undefined,
    seedCredentials: undefined,
  }
  return {
    services,
    async close() {
      await queue.stop()
      await orm.close(true)
    },
  }
}
