import { CamelCasePlugin, type Kysely } from 'kysely'
import type { InferKyselyDB } from '@mikro-orm/postgresql'
import type { Role } from '@portico/shared/words/roles'
import type { entities } from '../entities/index.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mailer.ts'
import type { EntityManager, Orm } from './orm.ts'
import type { Queue } from './queue.ts'
import type { Rates } from './rates.ts'
import type { Vault } from './vault.ts'

/** What one process shares between all calls. */
export interface Deps {
  readonly orm: Orm
  readonly queue: Queue
  readonly vault: Vault
  readonly mailer: Mailer
  readonly clock: Clock
  readonly log: Log
  readonly rates: Rates
  /** Where people reach Portico, without a slash at the end. */
  readonly publicUrl: string
  /** The sign-in that the sign-in page fills in; only with demonstration data. */
  readonly demoCredentials: { readonly email: string; readonly password: string } | undefined
}

/** Who is calling; read from the database for each request. */
export interface Caller {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly sessionId: string
}

export type Database = InferKyselyDB<(typeof entities)[number], { tableNamingStrategy: 'table'; columnNamingStrategy: 'property' }>

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/**
 * One call, or one job: what queries and commands get as their first parameter. A command's `em` and `db` are in the call's
 * transaction. `subjects` collects what the call touched, for its audit entry.
 */
export interface Work {
  readonly deps: Deps
  readonly em: EntityManager
  readonly db: Kysely<Database>
  readonly now: Date
  readonly caller: Caller | undefined
  readonly requestId: string
  readonly subjects: Set<string>
}

/** The work of one call on this entity manager, or of a job when there is no caller. */
export function startWork(
  deps: Deps,
  em: EntityManager,
  call: { caller?: Caller | undefined; requestId: string },
  from: 'read' | 'write' = 'write',
): Work {
  return { deps, em, db: sql(em, from), now: deps.clock(), caller: call.caller, requestId: call.requestId, subjects: new Set() }
}

/** SQL with the names and values of the entities, in the transaction that `em` is in; `read` may ask a replica, which can lag behind. */
export function sql(em: EntityManager, from: 'read' | 'write' = 'write'): Kysely<Database> {
  return em.getKysely<Database>({ type: from }).withPlugin(camelCase)
}

/** Runs a job's or a start-up step's work in one transaction. */
export function inTransaction<Result>(deps: Deps, requestId: string, run: (work: Work) => Promise<Result>): Promise<Result> {
  return deps.orm.em.fork().transactional((em) => run(startWork(deps, em, { requestId })))
}

/** The caller of a call that nobody anonymous may make. */
export function callerOf(work: Work): Caller {
  if (!work.caller) throw new Error('This call was admitted without a caller')
  return work.caller
}
