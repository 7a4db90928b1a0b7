import { sql, type CompiledQuery, type Kysely } from 'kysely'
import { limits } from '@portico/shared/words/limits'
import type { Database } from '../request-context.ts'
import type { Orm } from '../postgres/orm.ts'
import { prepared, preparedStatement } from '../postgres/statements/prepared.ts'
import { Failure } from '../failure.ts'

/** A limit of `hits` in each window of `seconds`. */
export interface RateLimit {
  readonly hits: number
  readonly seconds: number
}

/**
 * Every limit of Portico. A workshop hall of 300 people shares one address, so limits by address are generous, and submissions and sign-ins
 * to one account are only slowed down (by a proof of work), never refused for good. Answers transferred to another device are slowed down,
 * and refused past the limit of a day, because all transfers share one store.
 */
export const defaultRateLimits = {
  signInPerAddress: { hits: 600, seconds: 300 },
  passkeySignInPerAddress: { hits: 1_200, seconds: 300 },
  singleSignOnPerAddress: { hits: 1_200, seconds: 300 },
  signInPerAccountAndAddress: { hits: 20, seconds: 300 },
  signInPerAccount: { hits: 100, seconds: 300 },
  signInPerKnownDevice: { hits: 20, seconds: 300 },
  secondFactorPerAccount: { hits: 10, seconds: 1_800 },
  endedSessionUses: { hits: 20, seconds: 86_400 },
  resetPerAddress: { hits: 600, seconds: 3_600 },
  resetPerAccountAndAddress: { hits: 3, seconds: limits.resetTokenMs / 1_000 },
  resetPerAccountAddressAndDay: { hits: 5, seconds: 86_400 },
  resetPerAccount: { hits: 6, seconds: limits.resetTokenMs / 1_000 },
  resetPerAccountAndDay: { hits: 20, seconds: 86_400 },
  resetPerAccountPastDay: { hits: 1, seconds: limits.resetTokenMs / 1_000 },
  wrongLinkPerAddress: { hits: 1_200, seconds: 3_600 },
  passwordsPerLink: { hits: 20, seconds: 3_600 },
  callsPerLink: { hits: 1_200, seconds: 3_600 },
  submissionPerAddress: { hits: 900, seconds: 600 },
  proofOnce: { hits: 1, seconds: 600 },
  dropOffs: { hits: 6_000, seconds: 3_600 },
  publicCheckInPerAddress: { hits: 900, seconds: 600 },
  draftTransferPerAddress: { hits: 60, seconds: 3_600 },
  draftTransferPerAddressAndDay: { hits: 300, seconds: 86_400 },
  openTransferPerAddress: { hits: 5, seconds: 3_600 },
  statusPerAddress: { hits: 600, seconds: 300 },
  statusPerNumberAndAddress: { hits: 20, seconds: 300 },
  statusPerNumber: { hits: 100, seconds: 300 },
  privacyLinkPerNumber: { hits: 5, seconds: 3_600 },
  privacyLinkPerMailbox: { hits: 20, seconds: 86_400 },
  resumePerRespondent: { hits: 3, seconds: 86_400 },
  correctionPerRespondent: { hits: 10, seconds: 86_400 },
  seatOffersPerAddress: { hits: 10, seconds: 86_400 },
  seatNoticesPerAddress: { hits: 6, seconds: 86_400 },
  callsPerToken: { hits: 600, seconds: 60 },
  readsPerAccount: { hits: 1_200, seconds: 60 },
  checkInsPerAccount: { hits: 600, seconds: 300 },
  duplicatesPerAccount: { hits: 300, seconds: 300 },
  walkInsPerAccount: { hits: 600, seconds: 86_400 },
  notePerAccount: { hits: 120, seconds: 3_600 },
  mentionPerColleagueAndCase: { hits: 1, seconds: 3_600 },
  repliesPerNumber: { hits: 30, seconds: 3_600 },
  uploadPerAccount: { hits: 60, seconds: 600 },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof defaultRateLimits

type LimitTable = Record<RateLimitName, RateLimit>

/** The count in the window, and the limit; `retryAfter` is the number of seconds until the window ends. */
export interface Counted {
  readonly within: boolean
  readonly hits: number
  readonly allowed: number
  /** The length of the window. */
  readonly seconds: number
  readonly retryAfter: number
}

/** Rate limits, shared by all replicas through PostgreSQL. */
export interface RateLimits {
  /** Increments a counter; throws `TOO_MANY_REQUESTS` with the seconds to wait once the limit is passed. */
  consume(name: RateLimitName, who: string): Promise<void>
  /** Increments a counter and returns whether it is within the limit, and the seconds until the window ends. */
  count(name: RateLimitName, who: string): Promise<Counted>
  /** Counts nothing; throws `TOO_MANY_REQUESTS` with the seconds to wait if the next hit would pass the limit. */
  requireRest(name: RateLimitName, who: string): Promise<void>
  /**
   * Like `count`, in the caller's transaction, which must not wait for a second connection: whoever else waits for one may wait for its
   * locks. A call that is rolled back is not counted. Callers with several counters take them in a fixed order, because each stays locked
   * until the transaction ends.
   */
  countWithin(db: Kysely<Database>, name: RateLimitName, who: string): Promise<Counted>
  /**
   * Like `count` for each counter in order, in one statement, up to the first that is past its limit: the ones after it are neither counted
   * nor returned.
   */
  countInOrder(counters: readonly Counter[]): Promise<Counted[]>
  /**
   * Like `count`, for frequent events. In the lower half of the limit, events are counted in this process and flushed to the database once
   * a second, so that a rush is cheap; in the upper half each is counted in the database.
   */
  countApproximately(name: RateLimitName, who: string): Promise<Counted>
  /** Resets counters, for example after a successful sign-in. */
  reset(counters: readonly Counter[]): Promise<void>
  /** Returns the statement that resets counters, for the transaction of what succeeded. */
  resetStatement(counters: readonly Counter[]): CompiledQuery
  /** Flushes to the database what was counted only here; nothing is counted afterwards. */
  close(): Promise<void>
}

/** What a transaction may use of the rate limits: everything else takes a connection of its own. */
export type RateLimitsWithin = Pick<RateLimits, 'countWithin' | 'resetStatement'>

/** The limit, and who is counted. */
export type Counter = readonly [name: RateLimitName, who: string]

/** Creates the rate limits on the database; `who` is hashed, because addresses and accounts are private. */
export function createRateLimits(orm: Orm, hash: (who: string) => Buffer, table: LimitTable = defaultRateLimits): RateLimits {
  const counters = openCounters(orm, hash, table)

  async function count(name: RateLimitName, who: string, increment = 1): Promise<Counted> {
    const [counted] = await counters.addInOrder([[name, who]], { increment })
    if (!counted) throw new Error('The counter gave no answer')
    return counted
  }

  const localCounters = new Map<string, { hits: number; uncounted: number; flush: () => Promise<void>; timer: NodeJS.Timeout }>()

  async function countApproximately(name: RateLimitName, who: string): Promise<Counted> {
    const counterKey = `${name}:${who}`
    const known = localCounters.get(counterKey)
    if (known && known.hits + known.uncounted < table[name].hits / 2) {
      known.uncounted += 1
      return { within: true, hits: known.hits + known.uncounted, allowed: table[name].hits, seconds: table[name].seconds, retryAfter: 1 }
    }
    localCounters.delete(counterKey)
    clearTimeout(known?.timer)
    const counted = await count(name, who, 1 + (known?.uncounted ?? 0))
    if (counted.hits < table[name].hits / 2 && !localCounters.has(counterKey)) {
      const flush = () => flushLocal(name, who, counterKey).catch(() => {})
      localCounters.set(counterKey, { hits: counted.hits, uncounted: 0, flush, timer: setTimeout(() => void flush(), 1_000).unref() })
    }
    return counted
  }

  async function flushLocal(name: RateLimitName, who: string, counterKey: string): Promise<void> {
    const known = localCounters.get(counterKey)
    localCounters.delete(counterKey)
    if (known && known.uncounted > 0) await count(name, who, known.uncounted)
  }

  async function countWithin(db: Kysely<Database>, name: RateLimitName, who: string): Promise<Counted> {
    const [counted] = await counters.addInOrder([[name, who]], { db: db.withoutPlugins() })
    if (!counted) throw new Error('The counter gave no answer')
    return counted
  }

  return {
    count,
    countWithin,
    countInOrder: (given) => counters.addInOrder(given),
    countApproximately,
    consume: async (name, who) => refusePast(await count(name, who)),
    requireRest: async (name, who) => refusePast(await counters.readNext([name, who])),
    reset: (given) => counters.forget(given),
    resetStatement: (given) => counters.deletion(given),
    async close() {
      const left = [...localCounters.values()]
      for (const { timer } of left) clearTimeout(timer)
      await Promise.all(left.map(({ flush }) => flush()))
    },
  }
}

function refusePast({ within, retryAfter }: Counted): void {
  if (!within) throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter })
}

// By default on a separate connection, because a refused call is rolled back but must still be counted.
function openCounters(orm: Orm, hash: (who: string) => Buffer, table: LimitTable) {
  const key = ([name, who]: Counter) => `${name}:${hash(who).toString('base64url')}`
  const database = () => orm.em.fork().getKysely<Database>()
  const countedIn = ([name]: Counter, { hits, age }: Added = { hits: 0, age: 0 }): Counted => {
    const { hits: allowed, seconds } = table[name]
    return { within: hits <= allowed, hits, allowed, seconds, retryAfter: Math.max(1, Math.ceil(seconds - age)) }
  }
  return {
    async addInOrder(counters: readonly Counter[], { increment = 1, db = database() } = {}): Promise<Counted[]> {
      const values = counters.flatMap((counter) => [key(counter), increment, table[counter[0]].seconds, table[counter[0]].hits])
      const rows = await additionFor(counters.length)(db, values)
      return counters.slice(0, rows.length).map((counter, index) => countedIn(counter, rows[index]))
    },
    async readNext(counter: Counter): Promise<Counted> {
      const [{ hits, age } = { hits: 0, age: 0 }] = await readCurrent(database(), { key: key(counter), seconds: table[counter[0]].seconds })
      return countedIn(counter, { hits: hits + 1, age })
    },
    async forget(counters: readonly Counter[]): Promise<void> {
      await database().executeQuery(this.deletion(counters))
    },
    deletion: (counters: readonly Counter[]): CompiledQuery => deleteInOrder(database(), { keys: counters.map(key) }),
  }
}

interface Added {
  readonly hits: number
  readonly age: number
}

const additions = new Map<number, ReturnType<typeof prepareAddition>>()

function additionFor(length: number): ReturnType<typeof prepareAddition> {
  const known = additions.get(length) ?? prepareAddition(length)
  additions.set(length, known)
  return known
}

// Each step reads from the previous one, which also fixes their order. Each counter takes four values: key, increment, seconds and hits.
function prepareAddition(length: number) {
  return prepared<readonly (string | number)[]>()((db: Kysely<Database>, place) => {
    const steps = Array.from({ length }, (_step, index) => index)
    const added = (index: number) => sql.ref(`added_${index}`)
    const ifWithin = (index: number) =>
      index < 0 ? sql`` : sql`from ${added(index)} as previous where previous.hits <= ${place(index * 4 + 3)}`
    const isOver = (index: number) => sql`counter.window_start < now() - make_interval(secs => ${place(index * 4 + 2)})`
    const addition = (index: number) => sql`${added(index)} as (
      insert into rate_counter as counter (key, window_start, hits)
      select ${place(index * 4)}, now(), ${place(index * 4 + 1)}::integer ${ifWithin(index - 1)}
      on conflict (key) do update set
        hits = case when ${isOver(index)} then excluded.hits else counter.hits + excluded.hits end,
        window_start = case when ${isOver(index)} then now() else counter.window_start end
      returning hits, extract(epoch from now() - window_start)::float8 as age)`
    const answers = steps.map((index) => sql`select ${sql.lit(index)} as step, hits, age from ${added(index)}`)
    const statement = sql<Added>`with ${sql.join(steps.map(addition))} ${sql.join(answers, sql` union all `)} order by step`
    return { compile: () => statement.compile(db) }
  })
}

const readCurrent = prepared<{ key: string; seconds: number }>()((db: Kysely<Database>, place) => {
  const statement = sql<Added>`select hits, extract(epoch from now() - window_start)::float8 as age from rate_counter
    where key = ${place('key')} and window_start >= now() - make_interval(secs => ${place('seconds')})`
  return { compile: () => statement.compile(db) }
})

// Rows are locked in the order in which they are counted, because counting and resetting could otherwise deadlock.
const deleteInOrder = preparedStatement<{ keys: readonly string[] }>()((db: Kysely<Database>, place) => {
  const locked = sql`select key from rate_counter where key = any(${place('keys')}::text[])
    order by array_position(${place('keys')}::text[], key) for update`
  const statement = sql`delete from rate_counter as counter using (${locked}) as locked where counter.key = locked.key`
  return { compile: () => statement.compile(db) }
})
