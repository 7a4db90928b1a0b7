import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'

/** Every advisory lock of Portico: the first of PostgreSQL's two lock keys; the second identifies one object of that kind. */
export const advisoryLocks = {
  /** Serializes migrations of replicas that start at the same time. */
  migrations: 7_070_001,
  /** Allows one run per download. */
  download: 7_070_002,
  /** Serializes downloads of one workshop. */
  workshopDownloads: 7_070_003,
  /** Serializes the creation of the first account. */
  firstAccount: 7_070_004,
  /** When two admins give two agencies the same name, the second sees the first's. */
  agencyNames: 7_070_005,
  /** Keeps version numbers gapless when two admins upload the same questionnaire at once. */
  questionnaireVersions: 7_070_006,
  /** When two admins choose a new default workshop, the later choice replaces the earlier one. */
  defaultWorkshop: 7_070_007,
  /** Serializes agencies joining workshops and the arrival of cases that find no agency. */
  agenciesJoining: 7_070_008,
  /** Lets one process at a time chain audit entries. */
  auditChain: 7_070_009,
  /** Serializes counting the invitations to one e-mail address. */
  invitations: 7_070_010,
  // 7_070_011 is used by earlier releases.
  // 7_070_012 is used by the triggers that number the changes of respondents, with the single-key form of the lock.
  /** Ensures that a respondent who leaves a workshop, deleted or stopped, is in no export of it that ends afterwards. */
  respondentRemoval: 7_070_014,
  /** Serializes counting the reasons of one agency. */
  reasonTemplates: 7_070_020,
  /** Lets one process at a time send the messages of a webhook. */
  webhook: 7_070_030,
  /** When two people translate the same text at once, the second is refused. */
  translations: 7_070_032,
  /** When two requests send announcements with the same key at once, the second finds the first's. */
  announcementKeys: 7_070_033,
  /** Lets one message of an announcement at a time be sent to a mailbox. */
  announcedMailbox: 7_070_037,
  /** Serializes imports from the same earlier system. */
  imports: 7_070_031,
  /** Serializes counting the seats of respondents who share an address. */
  seatsOfAddress: 7_070_035,
  /** When two commands change the keyring file at once, the second keeps what the first added. */
  keyring: 7_070_034,
  // 7_070_036 is used by earlier releases.
} as const

export type LockName = keyof typeof advisoryLocks

// Strings are hashed; two strings that share a lock merely wait for each other.
const second = (key: number | string) => (typeof key === 'string' ? sql`hashtext(${key})` : sql`${key}::integer`)

/** Acquires a lock until the end of the transaction of `db`, waiting if necessary; several transactions can hold a `shared` one. */
export async function lock<Database>(
  db: Kysely<Database>,
  name: LockName,
  key: number | string = 0,
  mode: 'exclusive' | 'shared' = 'exclusive',
): Promise<void> {
  const first = sql`${advisoryLocks[name]}::integer`
  await (
    mode === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(${first}, ${second(key)})`
      : sql`select pg_advisory_xact_lock(${first}, ${second(key)})`
  ).execute(db)
}

/** Acquires a lock until the end of the transaction of `db`, or returns false at once if it is taken. */
export async function tryLock<Database>(db: Kysely<Database>, name: LockName, key: number | string = 0): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_xact_lock(${advisoryLocks[name]}::integer, ${second(key)}) as taken`.execute(db)
  return rows[0]?.taken ?? false
}

const pollingIntervalMs = 50

/**
 * Waits until every transaction that has read or changed this table so far has ended; all others see what was committed before the call. An
 * exclusive lock would keep those waiting who come meanwhile.
 */
export async function untilUsersEnded<Database>(db: Kysely<Database>, table: keyof Database & string, signal: AbortSignal): Promise<void> {
  const users = async () => {
    const { rows } = await sql<{ id: string }>`
      select virtualtransaction as id from pg_locks where locktype = 'relation' and relation = ${table}::regclass
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
    return new Set(rows.map(({ id }) => id))
  }
  for (let left = await users(); left.size > 0; left = left.intersection(await users()))
    await delay(pollingIntervalMs, undefined, { signal })
}
