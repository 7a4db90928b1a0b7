import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { afterAll } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { connect, type EntityManager, type Orm } from '../../src/infra/postgres/orm.ts'
import { createRateLimits, type RateLimit, type RateLimitName } from '../../src/infra/security/rate-limits.ts'
import type { Services } from '../../src/infra/request-context.ts'
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
  const own = await connect(portico.databaseUrl, { poolSize: 6 })
  const orm = withoutLocks ? lockless(own) : own
  const { encryption, clock } = portico.services
  const services: Services = {
    ...portico.services,
    orm,
    clock: () => new Date(clock().getTime() + lateMs),
    rateLimits: createRateLimits(own, (who) => encryption.lookupHash('rate', who), { ...unlimited, ...rateLimits }),
  }
  const app = await buildApp(services)
  afterAll(async () => {
    await app.close()
    await own.close(true)
  })
  return app
}

function lockless(orm: Orm): Orm {
  return proxied(orm, { em: locklessManager(orm.em) })
}

function locklessManager(em: EntityManager): EntityManager {
  return proxied(em, {
    fork: (...given: Parameters<EntityManager['fork']>) => locklessManager(em.fork(...given) as EntityManager),
    transactional: (run: (inner: EntityManager) => Promise<unknown>, ...rest: never[]) =>
      em.transactional((inner) => run(locklessManager(inner as EntityManager)), ...rest),
    getKysely: (...given: Parameters<EntityManager['getKysely']>) => withoutLocks(em.getKysely(...given)),
  })
}

// Returns the object with these members replaced.
function proxied<Whole extends object>(whole: Whole, members: Record<string, unknown>): Whole {
  return new Proxy(whole, {
    get(target, key) {
      if (typeof key === 'string' && key in members) return members[key]
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function withoutLocks<Database>(db: Kysely<Database>): Kysely<Database> {
  return db.withPlugin({
    transformQuery: ({ node }) => forgetLocks(node) as typeof node,
    transformResult: async ({ result }) => result,
  })
}

// Removes `for update`, and replaces advisory locks by their keys.
function forgetLocks(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forgetLocks)
  if (typeof node !== 'object' || node === null || !('kind' in node)) return forgetLock(node)
  const properties = Object.entries(node).filter(([key]) => !(node.kind === 'SelectQueryNode' && key === 'endModifiers'))
  return Object.fromEntries(properties.map(([key, value]) => [key, key === 'values' ? value : forgetLocks(value)]))
}

function forgetLock(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(/pg_advisory_xact_lock(_shared)?\(/g, 'coalesce(') : value
}
