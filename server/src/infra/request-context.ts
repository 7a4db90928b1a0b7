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
import type { BackgroundWork } from './security/background-work.ts'
import type { RateLimits, RateLimitsWithin } from './security/rate-limits.ts'
import type { TextGateway } from './texts/text-gateway.ts'
import type { AuditHeads } from './security/audit/audit-heads.ts'
import type { Encryption } from './security/encryption.ts'
import type { IdentityProvider } from './security/identity-provider.ts'

/** What all calls of one process share. */
export interface Services {
  readonly orm: Orm
  readonly queue: Queue
  readonly encryption: Encryption
  readonly auditHeads: AuditHeads
  readonly mailer: Mailer
  /** The gateway for text messages; undefined where there is none, so respondents who gave only a phone number are called by phone. */
  readonly texts?: TextGateway | undefined
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly rateLimits: RateLimitsWithin
  /** The public URL of Portico, without a trailing slash. */
  readonly publicUrl: string
  /** Whether webhooks may go to this machine, without TLS; for development and tests. */
  readonly loopbackWebhooks: boolean
  /** How long the receiver of a webhook may take, in ms; defaults to 10 s. */
  readonly webhookTimeoutMs?: number
  /** Whether this is a sandbox, whose webhooks may go only to this machine. */
  readonly sandbox?: boolean
  /** Respondents are deleted this many days after their workshop. */
  readonly retentionDays: number
  /** Whether to count at which question respondents leave the questionnaire. */
  readonly dropOff?: boolean
  /** The organization's identity provider; undefined where staff sign in only at the portal itself. */
  readonly identityProvider: IdentityProvider | undefined
  /** The publicly known credentials of the seed data; undefined where there is no seed data. Use `seedCredentialsFor` to read them. */
  readonly seedCredentials: SeedCredentials | undefined
}

/**
 * The services of an HTTP request, which has no transaction yet. Only here may something be counted on a connection of its own: calls in a
 * transaction that wait for a second connection could hold all connections and block one another.
 */
export interface HttpServices extends Services {
  readonly rateLimits: RateLimits
  readonly backgroundWork: BackgroundWork
}

/** Publicly known credentials, and the requests that may use them. */
export interface SeedCredentials {
  readonly email: string
  readonly password: string
  readonly reach: 'this-machine' | 'anyone'
}

/** The calling account; read from the database for each request. */
export interface Caller {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  /** The languages that the account translates into. */
  readonly translates: readonly string[]
  /** Whether a translator may also sign off translations. */
  readonly signsOffTranslations: boolean
  /** Empty for API tokens, and for work in the background, which goes on without them. */
  readonly sessionId: string
  /** When the session last proved who is calling: when it began, or later. */
  readonly provedAt: Date
  /** Until when the caller may work without the second factor that their role requires; null when none is missing. */
  readonly secondFactorDueAt: Date | null
  /** The rights that an API token has, a subset of the account's; undefined: a person is signed in. */
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

/** What is known about an HTTP request before its procedure runs; the context of procedures that manage their own transactions. */
export interface HttpContext {
  readonly services: HttpServices
  readonly caller: Caller | undefined
  /** Whether the caller makes a call that the public may not make, or not all of; set once the call is known. */
  readonly needsRights?: boolean
  /** The error that prevented identifying the caller; every call then fails with it. */
  readonly callerError?: { readonly error: unknown } | undefined
  /** Whether the request carried a bearer token that is no longer valid. */
  readonly staleToken?: boolean
  readonly requestId: string
  /** The span that the spans of its calls belong to. */
  readonly span?: RequestSpan | undefined
  /** The network address that rate limits count by: an IPv4 address, or the /64 of an IPv6 address. */
  readonly ipAddress: string
  /** Whether the request came from this machine, with no proxy claiming to forward it for someone else. */
  readonly fromThisMachine: boolean
  /** The name of the browser in the list of sessions. */
  readonly browser: string
  /** Holds the refresh token. */
  readonly cookie: HttpCookie
  /** Holds the marks of the accounts that have signed in on this browser. */
  readonly deviceCookie: HttpCookie
  /** Holds the state that a sign-in at the identity provider must return with. */
  readonly signOnCookie: HttpCookie
  /** The `Idempotency-Key` header, unparsed. */
  readonly idempotencyKey: string | undefined
  /** Whether the same HTTP request contains other calls. */
  readonly batched: boolean
  /** Sets a header of the response. */
  header(name: string, value: string): void
  /** Sets `Retry-After`, in seconds. */
  retryAfter(seconds: number): void
}

/**
 * The first parameter of queries and commands, for one call or one job. The `em` and `db` of a mutation are in its transaction.
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
   * Starts writing the audit entry of a read with the subjects noted so far, in parallel with the rest of the read; the response waits for
   * it. Subjects noted later get a separate entry. Does nothing in a transaction, whose entry is written at its end.
   */
  readonly startAudit: () => void
}

/** The context of a call whose transaction the ORM cannot join. */
export type CallContext = Omit<RequestContext, 'em'>

/** The part of a context that SQL statements need; without the ORM, which may be in another transaction or in none. */
export type SqlContext = Pick<RequestContext, 'services' | 'db' | 'now'>

/** The context of a call that depends on where it came from. */
export type FromAddress = RequestContext & Pick<HttpContext, 'ipAddress' | 'fromThisMachine'>

/** The origin of an operation: a call, or a job or start-up step, which has no caller. */
export interface Origin {
  readonly services: Services
  readonly caller?: Caller | undefined
  /** Whether what it does takes rights of the caller, who must still have them at the end. */
  readonly needsRights?: boolean
  readonly requestId: string
}

/** Creates the context of one call or job on this entity manager. */
export function createContext(origin: Origin, em: EntityManager): RequestContext {
  return { ...createCallContext(origin, sql(em)), em }
}

/** Creates the context of one call on this query builder. */
export function createCallContext({ services, caller, requestId }: Origin, db: Kysely<Database>): CallContext {
  return {
    services,
    db,
    now: services.clock(),
    caller,
    requestId,
    auditSubjects: new Set(caller?.token && [`token:${caller.token.id}`]),
    startAudit: () => {},
  }
}

/** Returns a query builder with the names and types of the entities, in the transaction of `em`. */
export function sql(em: EntityManager): Kysely<Database> {
  return withEntityNames(em.getKysely<Database>())
}

/** Returns a query builder that names columns as the entities do. */
export function withEntityNames(db: Kysely<Database>): Kysely<Database> {
  return db.withPlugin(camelCase)
}

/** Returns the caller of a call that requires one. Throws if the caller is anonymous. */
export function callerOf(ctx: Pick<RequestContext, 'caller'>): Caller {
  if (!ctx.caller) throw new Error('This call was admitted without a caller')
  return ctx.caller
}
