import { sql, type Kysely } from 'kysely'

/** Every advisory lock of Portico: the first of PostgreSQL's two lock numbers; the second names one thing of that kind. */
export const advisoryLocks = {
  /** Replicas that start at once migrate one after another. */
  migrations: 7_070_001,
  /** One run of one download. */
  download: 7_070_002,
  /** Downloads of one workshop do not overlap. */
  workshopDownloads: 7_070_003,
  /** One transaction at a time decides about the first account. */
  firstAccount: 7_070_004,
  /** Of two admins who give two agencies one name, the second finds the first's. */
  agencyNames: 7_070_005,
  /** Two admins may upload one questionnaire at once: its versions count without a gap. */
  questionnaireVersions: 7_070_006,
  /** Of two admins who choose a new default workshop, the later replaces the earlier. */
  defaultWorkshop: 7_070_007,
  /** Agencies join workshops, and cases that find no agency arrive, one after another. */
  agenciesJoining: 7_070_008,
  /** One process at a time chains audit entries. */
  auditChain: 7_070_009,
  /** Invitations to one e-mail address are counted one after the other. */
  invitations: 7_070_010,
  /** Of two who save answers for another device at the last room, the second finds none. */
  draftTransfers: 7_070_011,
  // 7_070_012 is taken by the triggers that number the changes of respondents, with one lock number of their own.
  /** Who leaves a workshop, deleted or stopped, is in no export of it that ends afterwards. */
  leavingRespondents: 7_070_014,
  /** The reasons of one agency are counted one after the other. */
  reasonTemplates: 7_070_020,
  /** One process at a time sends the messages of a webhook. */
  webhook: 7_070_030,
  /** Of two who translate one text at once, the second is refused. */
  translations: 7_070_032,
  /** Of two who send announcements with one key at once, the second finds the first's. */
  announcementKeys: 7_070_033,
  /** Imports from one earlier system write one after the other. */
  imports: 7_070_031,
  /** Of two commands that change the keyring file at once, the second keeps what the first added. */
  keyring: 7_070_034,
} as const

export type LockName = keyof typeof advisoryLocks

// A text becomes its hash: two texts may share a lock, and then merely wait for each other.
const second = (key: number | string) => (typeof key === 'string' ? sql`hashtext(${key})` : sql`${key}::integer`)

/** Waits for a lock and holds it to the end of the transaction of `db`; many may hold a `shared` one together. */
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

/** Takes a lock to the end of the transaction of `db`, or says at once that someone else has it. */
export async function tryLock<Database>(db: Kysely<Database>, name: LockName, key: number | string = 0): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_xact_lock(${advisoryLocks[name]}::integer, ${second(key)}) as taken`.execute(db)
  return rows[0]?.taken ?? false
}
