import { hasIdled } from './device-notes.ts'

const database = 'portico-door'
const table = 'days'

/** Something sealed under a key that no script can read out. */
export interface Sealed {
  readonly key: CryptoKey
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

/** What lies on the device. Whose it is and how many events wait is no secret. */
export interface SealedDay extends Sealed {
  readonly accountId: number
  /** When it has to be gone, in ms by the device's clock. */
  readonly endsAt: number
  readonly waiting: number
  /** Somebody else has signed in since: it waits for its own account, and is shown to nobody until then. */
  readonly aside?: boolean
  /** The same without the list, under a key of its own: what stays of a day that is over until it is sent. Only where something waits. */
  readonly unsent?: Sealed
}

/**
 * The sealed day that this account has on the device; without an account, that of whoever was signed in last. Undefined when there is none,
 * when it is over, when a shared device was left alone, and where nothing can be stored. What is over is deleted, but for what is not sent.
 */
export async function readDay(now: number, accountId?: number): Promise<SealedDay | undefined> {
  if (!canStore()) return undefined
  return inTable((held, days) => {
    const [over, current] = [held.filter((day) => isOver(day, now)), held.filter((day) => !isOver(day, now))]
    const unsent = over.flatMap(unsentOf)
    for (const day of over) days.delete(day.accountId)
    for (const day of unsent) days.put(day, day.accountId)
    return [...current, ...unsent].find((day) => (accountId === undefined ? !day.aside : day.accountId === accountId))
  })
}

/** Puts a day in the place of the one that its account had before. */
export async function writeDay(day: SealedDay): Promise<void> {
  await inTable((_held, days) => void days.put(day, day.accountId))
}

/** Deletes an account's day with its key; without an account, that of whoever was signed in last. Days put aside stay. */
export async function forgetDay(accountId?: number): Promise<void> {
  if (!canStore()) return
  await inTable((held, days) => {
    for (const day of held) if (accountId === undefined ? !day.aside : day.accountId === accountId) days.delete(day.accountId)
  })
}

/** Notes who has signed in: days of other accounts are put aside if something in them waits to be sent, and otherwise deleted. */
export async function noteDayOwner(accountId: number): Promise<void> {
  if (!canStore()) return
  await inTable((held, days) => {
    for (const day of held) {
      const aside = day.accountId !== accountId
      if (aside && day.waiting === 0) days.delete(day.accountId)
      else if (aside !== (day.aside ?? false)) days.put({ ...day, aside }, day.accountId)
    }
  })
}

/** Whether this browser can store a key that scripts cannot read; only at a secure address. */
export function canStore(): boolean {
  return typeof indexedDB !== 'undefined' && typeof crypto !== 'undefined' && 'subtle' in crypto
}

// A day put aside shows nobody anything, and its account may come back to send what waits.
function isOver({ endsAt, aside = false }: SealedDay, now: number): boolean {
  return now >= endsAt || (!aside && hasIdled(now))
}

// Nobody is shown it who does not come as its account.
function unsentOf({ accountId, waiting, unsent }: SealedDay): SealedDay[] {
  return unsent ? [{ ...unsent, unsent, accountId, waiting, endsAt: Number.MAX_SAFE_INTEGER, aside: true }] : []
}

// Opened for each use: a connection that stays open would keep another tab from deleting.
async function inTable<Result>(work: (held: readonly SealedDay[], days: IDBObjectStore) => Result): Promise<Result> {
  const opening = indexedDB.open(database, 2)
  opening.onupgradeneeded = () => {
    if (opening.result.objectStoreNames.contains(table)) opening.result.deleteObjectStore(table)
    opening.result.createObjectStore(table)
  }
  const connection = await settled(opening)
  try {
    const transaction = connection.transaction(table, 'readwrite')
    const days = transaction.objectStore(table)
    const done = committed(transaction)
    const result = work(await settled<SealedDay[]>(days.getAll()), days)
    await done
    return result
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

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The device did not store it'))
  })
}
