import { sql } from 'kysely'
import type { Orm } from './orm.ts'
import { Failure } from './failure.ts'

/** How much of something is allowed: `hits` in each window of `seconds`. */
export interface Rate {
  readonly hits: number
  readonly seconds: number
}

/**
 * Every limit of Portico. A workshop hall of 300 people shares one address, so what counts by address is generous and
 * submissions are only slowed (a proof of work), never refused for good.
 */
export const figures = {
  signInPerAddress: { hits: 600, seconds: 300 },
  signInPerAccount: { hits: 20, seconds: 300 },
  resetPerAddress: { hits: 60, seconds: 3_600 },
  resetPerAccount: { hits: 5, seconds: 3_600 },
  linkPerAddress: { hits: 120, seconds: 3_600 },
  submissionPerAddress: { hits: 900, seconds: 600 },
  proofOnce: { hits: 1, seconds: 600 },
  publicCheckInPerAddress: { hits: 900, seconds: 600 },
  readsPerAccount: { hits: 1_200, seconds: 60 },
  uploadPerAccount: { hits: 60, seconds: 600 },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof figures

/** Counts what people do, shared by all replicas through PostgreSQL. */
export interface Rates {
  /** Counts one more; throws `TOO_MANY_REQUESTS` with the seconds to wait once the limit is passed. */
  spend(name: RateName, who: string): Promise<void>
  /** Counts one more and says whether that is within the limit, and the seconds until it is again. */
  count(name: RateName, who: string): Promise<{ within: boolean; retryAfter: number }>
  /** Forgets what was counted, as after a successful sign-in. */
  forget(name: RateName, who: string): Promise<void>
}

/** The limits kept in the database; `who` is hashed, because an address or an account is nobody else's business. */
export function createRates(orm: Orm, hash: (who: string) => Buffer, limits: Record<RateName, Rate> = figures): Rates {
  const key = (name: RateName, who: string) => `${name}:${hash(who).toString('base64url')}`

  async function count(name: RateName, who: string) {
    const { hits, seconds } = limits[name]
    // On a connection of its own: a refused call is rolled back, what it spent is not.
    const { rows } = await sql<{ hits: number; age: number }>`
      insert into rate_counter as kept (key, window_start, hits) values (${key(name, who)}, now(), 1)
      on conflict (key) do update set
        hits = case when kept.window_start < now() - make_interval(secs => ${seconds}) then 1 else kept.hits + 1 end,
        window_start = case when kept.window_start < now() - make_interval(secs => ${seconds}) then now() else kept.window_start end
      returning hits, extract(epoch from now() - window_start)::float8 as age`.execute(orm.em.fork().getKysely())
    const row = rows[0] ?? { hits: 0, age: 0 }
    return { within: row.hits <= hits, retryAfter: Math.max(1, Math.ceil(seconds - row.age)) }
  }

  return {
    count,
    async spend(name, who) {
      const { within, retryAfter } = await count(name, who)
      if (!within) throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter })
    },
    async forget(name, who) {
      await sql`delete from rate_counter where key = ${key(name, who)}`.execute(orm.em.fork().getKysely())
    },
  }
}
