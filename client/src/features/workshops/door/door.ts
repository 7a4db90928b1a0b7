import type { DoorList, SyncCheckIns, SyncedEvent } from '@portico/shared/contract/door'
import { limits } from '@portico/shared/words/limits'
import { failureOf, isTransient } from '../../../api/failure.ts'
import { newKey } from '../../../api/rest.ts'
import type { DoorStorage } from './door-storage.ts'
import {
  applyAnswers,
  unsentCount,
  withList,
  withoutAccess,
  type EventAnswer,
  type SetAside,
  type StoredDoor,
  type WaitingEvent,
} from './stored-door.ts'

/** The server calls of a door, and the account that makes them. */
export interface DoorCalls {
  /** Returns the signed-in account; undefined while nobody is signed in or the account is unknown. */
  readonly currentAccountId: () => number | undefined
  readonly list: (name: string) => Promise<DoorList>
  readonly sync: (input: SyncCheckIns) => Promise<{ results: SyncedEvent[] }>
}

export interface DoorState {
  /** Undefined until the list has loaded. */
  readonly stored: StoredDoor | undefined
  /** What the device keeps until access to its workshops is granted again. */
  readonly setAside: readonly SetAside[]
  /** Whether there was a list that the device may no longer keep. */
  readonly isOver: boolean
  /** Whether the server answered the last call. */
  readonly reachable: boolean
  /** Why there is no list, or that access to it has ended. */
  readonly error: unknown
}

interface OpenDoor {
  readonly account: StoredDoor['account']
  readonly workshopName: string
}

const answerTimeoutMs = 2_500
const accessEndedIds: readonly string[] = ['VOLUNTEER_CANT_ACCESS_WORKSHOP', 'FORBIDDEN', 'NOT_FOUND']

/**
 * A door on a device. Events are recorded locally first and sent once the server is reachable, so online and offline follow the same path
 * (shared/spec/contract.md#check-in-without-a-network).
 */
export class Door {
  readonly #storage: DoorStorage
  readonly #calls: DoorCalls
  readonly #listeners = new Set<() => void>()
  /** Ids of events whose caller awaits the answer, so that it need not become a conflict. */
  readonly #awaitedIds = new Set<string>()
  #state: DoorState = { stored: undefined, setAside: [], isOver: false, reachable: true, error: null }
  #sending: Promise<readonly EventAnswer[]> | undefined

  constructor(storage: DoorStorage, calls: DoorCalls) {
    this.#storage = storage
    this.#calls = calls
  }

  readonly state = (): DoorState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows what the device holds for this account and workshop, then loads the current list. */
  async open(opened: OpenDoor): Promise<void> {
    const { account, workshopName } = opened
    if (this.#state.stored?.account.id !== account.id) this.#show({ stored: undefined, setAside: [] })
    const stored = await this.#storage.load(account.id)
    if (stored?.list.workshop.name === workshopName && !hasNoList(stored)) this.#show({ stored })
    await this.refresh(opened)
  }

  /**
   * Shows what the device holds for this account. Without an account, because the session cannot be verified, shows what the account that
   * signed in last has left.
   */
  async reopen(accountId: number | undefined): Promise<void> {
    const stored = await this.#storage.load(accountId)
    if (this.#calls.currentAccountId() !== accountId) return
    const setAside = stored?.setAside ?? []
    this.#show({ stored: stored && hasNoList(stored) ? undefined : stored, setAside, ...(accountId === undefined && { reachable: false }) })
  }

  /** Hides a list that the device may no longer keep: the day is over, a shared device was left idle, or the user signed out. */
  async hideIfExpired(): Promise<void> {
    const { stored } = this.#state
    if (stored && !(await this.#storage.load(stored.account.id))) this.#show({ stored: undefined, isOver: true })
  }

  /** Sends waiting events and loads the current list. Never throws: errors are in the state. */
  async refresh({ account, workshopName }: OpenDoor): Promise<void> {
    await this.send()
    try {
      const list = await this.#answered(this.#calls.list(workshopName))
      // The user changed during the call.
      if (this.#calls.currentAccountId() !== account.id) return
      const endsAt = Date.now() + list.keepMs
      const stored = await this.#storage.change(account.id, (before) => {
        if (before && before.waiting.length > 0 && before.list.workshop.name !== workshopName) return before
        const { deviceId = newKey(), waiting = [], conflicts = [], setAside = [] } = before ?? {}
        return withList({ account, deviceId, endsAt, waiting, conflicts, setAside }, list)
      })
      this.#show({ stored, error: null })
      // What had been set aside waits again.
      if (stored && stored.waiting.length > 0) await this.send()
    } catch (error) {
      await this.#fail(error, account.id, workshopName)
    }
  }

  /**
   * Records an event and sends it. Returns the server's answer, or undefined if none arrives in time: then the event waits, and the caller
   * relies on what the device knows.
   */
  async record(event: WaitingEvent['event']): Promise<EventAnswer | undefined> {
    this.#awaitedIds.add(event.eventId)
    const recorded = { event, recordedAt: Date.now() }
    await this.#change((before) => ({ ...before, waiting: [...before.waiting, recorded] }))
    try {
      if (!this.#state.reachable) {
        void this.send()
        return undefined
      }
      return (await withTimeout(this.send(), answerTimeoutMs))?.find((result) => result.eventId === event.eventId)
    } finally {
      this.#awaitedIds.delete(event.eventId)
    }
  }

  /** Sends waiting events in batches, one call at a time. Never throws. */
  async send(): Promise<readonly EventAnswer[]> {
    const before = this.#sending
    const sending = (async () => {
      await before
      return this.#sendAll()
    })()
    this.#sending = sending
    return sending
  }

  /** Removes conflicts that someone has seen. */
  async dismiss(eventIds: readonly string[]): Promise<void> {
    await this.#change((before) => ({ ...before, conflicts: before.conflicts.filter(({ eventId }) => !eventIds.includes(eventId)) }))
  }

  async #change(next: (stored: StoredDoor) => StoredDoor): Promise<void> {
    const account = this.#state.stored?.account
    if (account) this.#show({ stored: await this.#storage.change(account.id, (before) => before && next(before)) })
  }

  // Events of other accounts stay queued: the server would record them as the caller's.
  async #sendAll(): Promise<readonly EventAnswer[]> {
    const all: EventAnswer[] = []
    const accountId = this.#calls.currentAccountId()
    if (accountId === undefined) return all
    let stored = await this.#storage.load(accountId)
    try {
      while (stored && stored.waiting.length > 0 && this.#calls.currentAccountId() === accountId) {
        const results = await this.#sync(stored, stored.waiting.slice(0, limits.doorEventsMax))
        all.push(...results)
        stored = await this.#storage.change(accountId, (now) => now && applyAnswers(now, results, this.#awaitedIds))
        if (this.#state.stored?.account.id === accountId) this.#show({ stored })
        if (results.length === 0) break
      }
    } catch (error) {
      await this.#fail(error, accountId, stored?.list.workshop.name)
    }
    return all
  }

  // One event that the server rejects must not block the others: bisect to find it, and report it as a conflict.
  async #sync(stored: StoredDoor, waiting: readonly WaitingEvent[]): Promise<readonly EventAnswer[]> {
    const now = Date.now()
    const events = waiting.map(({ event, recordedAt }) => ({
      ...event,
      ageMs: Math.min(Math.max(now - recordedAt, 0), limits.doorEventAgeMs),
    }))
    try {
      return (await this.#answered(this.#calls.sync({ name: stored.list.workshop.name, deviceId: stored.deviceId, events }))).results
    } catch (error) {
      if (failureOf(error).id !== 'VALIDATION_ERROR') throw error
      const [first] = waiting
      if (first && waiting.length === 1)
        return [{ eventId: first.event.eventId, outcome: 'refused', checkedInAt: null, by: null, place: null }]
      const half = Math.ceil(waiting.length / 2)
      return [...(await this.#sync(stored, waiting.slice(0, half))), ...(await this.#sync(stored, waiting.slice(half)))]
    }
  }

  async #answered<Answer>(call: Promise<Answer>): Promise<Answer> {
    const answer = await call
    if (!this.#state.reachable) this.#show({ reachable: true })
    return answer
  }

  // Without an answer, the door continues with local data. If access has ended, the local list is deleted, but no event that was not sent.
  async #fail(error: unknown, accountId: number, workshopName: string | undefined): Promise<void> {
    if (isTransient(error)) return this.#show({ reachable: false, error: this.#state.stored ? null : error })
    if (!accessEndedIds.includes(failureOf(error).id)) return this.#show({ error })
    const kept = await this.#storage.change(accountId, (before) =>
      before?.list.workshop.name === workshopName ? before && withoutAccess(before) : before,
    )
    if (kept && unsentCount(kept) === 0) await this.#storage.forget(accountId)
    const isOwn = this.#calls.currentAccountId() === accountId
    this.#show({ stored: undefined, setAside: (isOwn && kept?.setAside) || [], error })
  }

  #show(next: Partial<DoorState>): void {
    this.#state = { ...this.#state, ...next, ...(next.stored && { setAside: next.stored.setAside }) }
    for (const listener of this.#listeners) listener()
  }
}

// Its access had ended: only events that were set aside are left of it.
function hasNoList({ list, setAside }: StoredDoor): boolean {
  return setAside.some(({ workshop }) => workshop.name === list.workshop.name)
}

function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  return Promise.race([work, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))])
}
