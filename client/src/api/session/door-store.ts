const database = 'portico-door'
const table = 'days'
const row = 'today'

/** What lies on the device: sealed under a key that no script can read out. How many events wait is no secret. */
export interface SealedDay {
  readonly key: CryptoKey
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
  /** When it has to be gone, in ms by the device's clock. */
  readonly endsAt: number
  readonly waiting: number
}

/** The sealed day of the door on this device; undefined when there is none, when it is over, and where nothing can be stored. */
export async function readDay(now: number): Promise<SealedDay | undefined> {
  if (!canStore()) return undefined
  const found = await inTable('readonly', (days): IDBRequest<SealedDay | undefined> => days.get(row))
  if (!found || now < found.endsAt) return found
  await forgetDay()
  return undefined
}

/** Puts a day in the place of the one before. */
export async function writeDay(day: SealedDay): Promise<void> {
  await inTable('readwrite', (days) => days.put(day, row))
}

/** Deletes the day with its key: at sign-out, when access ends, and when the day is over. */
export async function forgetDay(): Promise<void> {
  if (canStore()) await inTable('readwrite', (days) => days.clear())
}

/** Whether this browser can store a key that scripts cannot read; only at a secure address. */
export function canStore(): boolean {
  return typeof indexedDB !== 'undefined' && typeof crypto !== 'undefined' && 'subtle' in crypto
}

// Opened for each use: a connection that stays open would keep another tab from deleting.
async function inTable<Result>(mode: IDBTransactionMode, work: (days: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(table)
  const connection = await settled(opening)
  try {
    return await settled(work(connection.transaction(table, mode).objectStore(table)))
  } finally {
    connection.close()
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The device did not store it'))
  })
}
