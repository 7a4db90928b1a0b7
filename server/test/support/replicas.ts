import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { connect, poolOf, type Orm } from '../../src/infra/postgres/orm.ts'
import { createRateLimits, type RateLimit, type RateLimitName } from '../../src/infra/security/rate-limits.ts'
import type { HttpServices } from '../../src/infra/request-context.ts'
import { unlimited, type Portico } from './harness.ts'

/** Options of another server on the same database. */
export interface ReplicaOptions {
  /** How far its clock is ahead, in ms. */
  readonly lateMs?: number
  /** Takes no locks, to show what would happen if the product lacked them. */
  readonly withoutLocks?: boolean
  readonly rateLimits?: Partial<Record<RateLimitName, RateLimit>>
}

/** Opens another server on the database of a Portico, with separate connections; closed after the file's tests. */
export async function openReplica(
  portico: Portico,
  { lateMs = 0, withoutLocks, rateLimits }: ReplicaOptions = {},
): Promise<FastifyInstance> {
  const orm = await connect(portico.databaseUrl, { poolSize: 6 })
  if (withoutLocks) dropLocks(orm)
  const { encryption, clock } = portico.services
  const services: HttpServices = {
    ...portico.services,
    orm,
    clock: () => new Date(clock().getTime() + lateMs),
    rateLimits: createRateLimits(orm, (who) => encryption.lookupHash('rate', who), { ...unlimited, ...rateLimits }),
  }
  const app = await buildApp(services)
  afterAll(async () => {
    await app.close()
    await orm.close(true)
  })
  return app
}

// Removes `for update` from every statement, and replaces advisory locks by their keys.
function dropLocks(orm: Orm): void {
  const withoutLocks = (statement: string) =>
    statement
      .replaceAll(/pg_advisory_xact_lock(_shared)?\(/g, 'coalesce(')
      .replaceAll(/ for (no key )?(update|share)( of "?\w+"?(, "?\w+"?)*)?( skip locked| nowait)?/g, '')
  poolOf(orm).on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const queryWithoutLocks = (statement: unknown, ...rest: unknown[]) =>
      query(typeof statement === 'string' ? withoutLocks(statement) : statement, ...rest)
    Object.assign(client, { query: queryWithoutLocks })
  })
}
