import { sql as expression } from 'kysely'
import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../infra/failure.ts'
import { sql, type Services } from '../../infra/request-context.ts'

const measuredForMs = 10_000

/** How many bytes are stored, in all and by group of networks, as measured and with what was stored here since. */
interface Used {
  total: number
  readonly byGroup: Map<number | null, number>
}

interface Measurement {
  readonly used: Promise<Used>
  /** Infinity while measuring. */
  validUntil: number
}

const measurements = new WeakMap<Services['orm'], Measurement>()

/**
 * Counts a transfer of a group of networks as stored. Throws `TRANSFERS_FULL` if the group would have more than
 * `limits.draftTransferShare` of the room that is left: however much some groups take, there is room for another.
 *
 * What is stored is measured at most every ten seconds, so that saving neither waits for a lock nor reads the whole table; with several
 * replicas, each may exceed the limit by what the others store in the meantime. Must not be called in a transaction.
 */
export async function takeRoom(services: Services, group: number, length: number): Promise<void> {
  const used = await currentlyUsed(services)
  const bytes = Math.max(length, limits.draftTransferMinBytes)
  const usedByGroup = (used.byGroup.get(group) ?? 0) + bytes
  if (usedByGroup > (limits.draftTransferTotalBytes - used.total) * limits.draftTransferShare) throw new Failure('TRANSFERS_FULL')
  used.total += bytes
  used.byGroup.set(group, usedByGroup)
}

/** Makes the next transfer measure what is stored, for example after many were deleted. */
export function measureAgain({ orm }: Services): void {
  measurements.delete(orm)
}

// Everybody waits for the same measurement, without a connection.
function currentlyUsed(services: Services): Promise<Used> {
  const known = measurements.get(services.orm)
  if (known && performance.now() < known.validUntil) return known.used
  const measurement: Measurement = { used: measure(services), validUntil: Infinity }
  measurements.set(services.orm, measurement)
  measurement.used.then(
    () => (measurement.validUntil = performance.now() + measuredForMs),
    () => (measurement.validUntil = 0),
  )
  return measurement.used
}

async function measure({ orm }: Services): Promise<Used> {
  const groups = await sql(orm.em.fork())
    .selectFrom('draft_transfer')
    .select([
      'networkGroup',
      expression<number>`sum(greatest(octet_length(sealed), ${limits.draftTransferMinBytes}::integer))::float8`.as('bytes'),
    ])
    .groupBy('networkGroup')
    .execute()
  return {
    total: groups.reduce((sum, { bytes }) => sum + bytes, 0),
    byGroup: new Map(groups.map(({ networkGroup, bytes }) => [networkGroup, bytes])),
  }
}
