import { CamelCasePlugin, type Kysely } from 'kysely'
import type { InferKyselyDB } from '@mikro-orm/postgresql'
import type { TokenBounds } from '@portico/shared/rules/api-token-calls'
import type { Role } from '@portico/shared/words/roles'
import type { Entities } from '../entities/index.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mailer.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { RequestSpan, Tracing } from './tracing/tracing.ts'
import type { EntityManager, Orm } from './postgres/orm.ts'
import type { Queue } from './queue.ts'
import type { RateLimits } from './security/rate-limits.ts'
import type { TextGateway } from './texts/text-gateway.ts'
import type { AuditHeads } from './security/audit/audit-heads.ts'
import type { Encryption } from './security/encryption.ts'
import type { IdentityProvider } from './security/identity-provider.ts'

/** What one process shares between all calls. */
export interface Services {
  readonly orm: Orm
  readonly queue: Queue
  readonly encryption: Encryption
  readonly auditHeads: AuditHeads
  readonly mailer: Mailer
  /** What text messages go through; undefined where there are none, and who gave only a number is telephoned. */
  readonly texts?: TextGateway | undefined
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly rateLimits: RateLimits
  /** Where people reach Portico, without a slash at the end. */
  readonly publicUrl: string
  /** Whether webhooks may go to this machine, without TLS; for development and tests. */
  readonly loopbackWebhooks: boolean
  /** How long the receiver of a webhook may take, in ms; 10 s when left out. */
  readonly webhookTimeoutMs?: number
  /** Nothing leaves this machine: webhooks go nowhere else. */
  readonly sandbox?: boolean
  /** So many days after their workshop respondents are deleted. */
  readonly retentionDays: number
  /** Whether it is counted at which question people leave. */
  readonly dropOff?: boolean
  /** The organization's identity provider; undefined where staff sign in here alone. */
  readonly identityProvider: IdentityProvider | undefined
  /** The sign-in of the seed data, which everyone knows; undefined where there is no seed data. Ask `seedCredentialsFor`. */
  readonly seedCredentials: SeedCredentials | undefined
}

/** A sign-in that everyone knows, and the requests that may use it. */
export interface SeedCredentials {
  readonly email: string
  readonly password: string
  readonly reach: 'this-machine' | 'anyone'
}

/** Who is calling; read from the database for each request. */
export interface Caller {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  /** The languages that they translate into. */
  readonly translates: readonly string[]
  /** Whether a translator signs translations off too. */
  readonly signsOffTranslations: boolean
  readonly sessionId: string
  /** When the session last proved who is calling: at its beginning, or since. */
  readonly provedAt: Date
  /** Until when the caller may do without a second factor that their role needs; null when nothing is missing. */
  readonly secondFactorDueAt: Date | null
  /** What an API token leaves of the account's rights; undefined: a person is signed in. */
  readonly token?: TokenRights | undefined
}

/** What an API token may do (shared/spec/access-matrix.md#api-tokens). */
export interface TokenRights extends TokenBounds {
  readonly id: number
  /** tRPC paths. */
  readonly calls: readonly string[]
}

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name
type CamelCaseColumns<Table> = { [Column in keyof Table & string as CamelCase<Column>]: Table[Column] }
type Tables = InferKyselyDB<Entities>

/** The tables as Kysely sees them: a relation `workshop` is the column `workshopId`. */
export type Database = { [Table in keyof Tables]: CamelCaseColumns<Tables[Table]> }

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** A cookie of a request and its reply. */
export interface HttpCookie {
  readonly value: string | undefined
  set(value: string, expires: Date): void
  clear(): void
}

/** What is known of an HTTP request before its procedure runs; the context of procedures that keep their own transactions. */
export interface HttpContext {
  readonly services: Services
  readonly caller: Caller | undefined
  /** What kept the server from finding out who is calling; every call then fails with it. */
  readonly callerError?: { readonly error: unknown } | undefined
  /** A bearer token came along that is not valid any more. */
  readonly staleToken?: boolean
  readonly requestId: string
  /** What the spans of its calls belong to. */
  readonly span?: RequestSpan | undefined
  /** The network address that rate limits count by: an IPv4 address, or the /64 of an IPv6 one. */
  readonly ipAddress: string
  /** Whether the request came from this machine, and no proxy says that it speaks for someone else. */
  readonly fromThisMachine: boolean
  /** What a list of sessions calls the browser. */
  readonly browser: string
  /** Holds the refresh token. */
  readonly cookie: HttpCookie
  /** Holds the marks of the accounts that have signed in on this browser. */
  readonly deviceCookie: HttpCookie
  /** Holds what a sign-in at the identity provider has to come back with. */
  readonly signOnCookie: HttpCookie
  /** The `Idempotency-Key` header as it came. */
  readonly idempotencyKey: string | undefined
  /** Whether other calls travel in the same request. */
  readonly batched: boolean
  /** Sets a header of the answer. */
  header(name: string, value: string): void
  /** Sets `Retry-After`, in seconds. */
  retryAfter(seconds: number): void
}

/**
 * The first parameter of queries and commands: one call, or one job. A mutation's `em` and `db` are in its transaction.
 * `auditSubjects` collects what the call touched, for its audit entry.
 */
export interface RequestContext {
  readonly services: Services
  readonly em: EntityManager
  readonly db: Kysely<Database>
  readonly now: Date
  readonly caller: Caller | undefined
  readonly requestId: string
  readonly auditSubjects: Set<string>
  /**
   * Begins to write the audit entry of a read with what is noted by now, beside the rest of the read; the answer waits for it. What is noted later
   * gets an entry of its own. Does nothing in a transaction, whose entry is written at its end.
   */
  readonly auditAhead: () => void
}

/** A call for which it matters where it came from. */
export type FromAddress = RequestContext & Pick<HttpContext, 'ipAddress' | 'fromThisMachine'>

/** Who asks for something: a call, or a job or start-up step, which has no caller. */
export interface Origin {
  readonly services: Services
  readonly caller?: Caller | undefined
  readonly requestId: string
}

/** The context of one call or job on this entity manager. */
export function createContext({ services, caller, requestId }: Origin, em: EntityManager): RequestContext {
  return {
    services,
    em,
    db: sql(em),
    now: services.clock(),
    caller,
    requestId,
    auditSubjects: new Set(caller?.token && [`token:${caller.token.id}`]),
    auditAhead: () => {},
  }
}

/** SQL with the names and values of the entities, in the transaction that `em` is in. */
export function sql(em: EntityManager): Kysely<Database> {
  return em.getKysely<Database>().withPlugin(camelCase)
}

/** The caller of a call that no one anonymous may make. */
export function callerOf(ctx: Pick<RequestContext, 'caller'>): Caller {
  if (!ctx.caller) throw new Error('This call was admitted without a caller')
  return ctx.caller
}
