import { hasIdled } from './device-flags.ts'

const database = 'portico-door'
const table = 'days'

/** Data encrypted under a key that scripts cannot export. */
export interface Sealed {
  readonly key: CryptoKey
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

/** A check-in day as it is stored on the device. Its account and the number of waiting events are not secret. */
export interface SealedDay extends Sealed {
  readonly accountId: number
  /** When it must be deleted, in ms by the device's clock. */
  readonly endsAt: number
  readonly waiting: number
  /** Only unsent events are left, which wait for their own account and are not shown until then. */
  readonly aside?: boolean
  /**
   * The same without the respondents, sealed under a separate key: what remains after the day is over until it is sent. Only if events
   * wait.
   */
  readonly unsent?: Sealed
}

/**
 * Reads the sealed day that this account has on the device; without an account, that of the last one signed in. Undefined if there is none,
 * it is over, a shared device was left idle, or nothing can be stored. Days that are over are deleted, except for unsent events.
 */
export async function readDay(now: number, accountId?: number): Promise<SealedDay | undefined> {
  if (!canStore()) return undefined
  return withTable((held, days) => {
    const [over, current] = [held.filter((day) => isOver(day, now)), held.filter((day) => !isOver(day, now))]
    const unsent = over.flatMap((day) => keepUnsent(day, days))
    return [...current, ...unsent].find((day) => (accountId === undefined ? !day.aside : day.accountId === accountId))
  })
}

/** Stores a day, replacing the one that its account had before. */
export async function writeDay(day: SealedDay): Promise<void> {
  await withTable((_held, days) => void days.put(day, day.accountId))
}

/** Runs `work` while no tab changes, deletes or sets aside a day: a day that was read stays the stored one until it is written again. */
export function withDaysLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks.request(database, work)
}

/** Deletes an account's day and its key; without an account, that of the last one signed in. Days set aside are kept. */
export async function forgetDay(accountId?: number): Promise<void> {
  await changeDays((held, days) => {
    for (const day of held) if (accountId === undefined ? !day.aside : day.accountId === accountId) days.delete(day.accountId)
  })
}

/** Records who has signed in: the days of other accounts are deleted, and their unsent events set aside. */
export async function setDayOwner(accountId: number): Promise<void> {
  await changeDays((held, days) => {
    for (const day of held) {
      if (day.accountId !== accountId) keepUnsent(day, days)
      else if (day.aside) days.put({ ...day, aside: false }, accountId)
    }
  })
}

/** Whether this browser can store non-exportable keys; only in a secure context. */
export function canStore(): boolean {
  return typeof indexedDB !== 'undefined' && typeof crypto !== 'undefined' && 'subtle' in crypto
}

// A day set aside is not shown, and its account may come back to send what waits.
function isOver({ endsAt, aside = false }: SealedDay, now: number): boolean {
  return now >= endsAt || (!aside && hasIdled(now))
}

// Set aside, so that only their own account can read them.
function keepUnsent({ accountId, waiting, unsent }: SealedDay, days: IDBObjectStore): SealedDay[] {
  const left = unsent ? [{ ...unsent, unsent, accountId, waiting, endsAt: Number.MAX_SAFE_INTEGER, aside: true }] : []
  days.delete(accountId)
  for (const day of left) days.put(day, accountId)
  return left
}

// After a change that has begun: otherwise, a list that is being sealed would be stored again.
async function changeDays(work: (held: readonly SealedDay[], days: IDBObjectStore) => void): Promise<void> {
  if (canStore()) await withDaysLocked(() => withTable(work))
}

// Opened for each use, because an open connection would block deletion from another tab.
async function withTable<Result>(work: (held: readonly SealedDay[], days: IDBObjectStore) => Result): Promise<Result> {
  const opening = indexedDB.open(database, 2)
  opening.onupgradeneeded = () => {
    if (opening.result.objectStoreNames.contains(table)) opening.result.deleteObjectStore(table)
    opening.result.createObjectStore(table)
  }
  const connection = await requestResult(opening)
  try {
    const transaction = connection.transaction(table, 'readwrite')
    const days = transaction.objectStore(table)
    const done = transactionEnd(transaction)
    const result = work(await requestResult<SealedDay[]>(days.getAll()), days)
    await done
    return result
  } finally {
    connection.close()
  }
}

function requestResult<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The device did not store it'))
  })
}

function transactionEnd(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The device did not store it'))
  })
}
