import { connect } from '@portico/server/infra/postgres/orm'
import type { Services } from '@portico/server/infra/request-context'
import { openEncryption } from '@portico/server/infra/security/encryption'
import { noTracing } from '@portico/server/infra/tracing/tracing'
import { contactAt, seedRespondents } from '../bench/seed.ts'
import { workshopName, type Portal } from './portal.ts'

/**
 * Adds respondents who were never downloaded, directly to the database, with `byPhone` those with a telephone number only; returns how many
 * there are.
 */
export async function addRespondents(portal: Portal, count: number, { byPhone = false } = {}): Promise<number> {
  const orm = await connect(portal.databaseUrl('portico'), { poolSize: 3 })
  const needed = { orm, encryption: openEncryption(portal.keyringFile, false), clock: () => new Date(), tracing: noTracing }
  const reachAt = (index: number) => ({ ...contactAt(index), ...(byPhone && { email: null }) })
  await seedRespondents(needed as unknown as Services, workshopName, { count, reachAt })
  await orm.close(true)
  await portal.sql('update respondent set downloaded_at = null')
  const [row] = await portal.sql<{ many: number }>('select count(*)::integer as many from respondent')
  return row?.many ?? 0
}
