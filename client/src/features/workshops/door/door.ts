import type { DoorList, SyncCheckIns, SyncedEvent } from '@portico/shared/contract/door'
import { limits } from '@portico/shared/words/limits'
import { failureOf, isPassing } from '../../../api/failure.ts'
import { newKey } from '../../../api/rest.ts'
import type { DoorVault } from './door-vault.ts'
import { settle, type KeptDoor, type WaitingEvent } from './kept-door.ts'

/** The server's two calls of a door. */
export interface DoorCalls {
  readonly list: (name: string) => Promise<DoorList>
  readonly sync: (input: SyncCheckIns) => Promise<{ results: SyncedEvent[] }>
}

export interface DoorState {
  /** Undefined until the list is there. */
  readonly kept: KeptDoor | undefined
  /** Whether the server answered last. */
  readonly reachable: boolean
  /** Why there is no list, or that access to it has ended. */
  readonly error: unknown
}

interface Opened {
  readonly account: KeptDoor['account']
  readonly workshopName: string
}

const patienceMs = 2_500
const refusedAccess: readonly string[] = ['VOLUNTEER_CANT_ACCESS_WORKSHOP', 'FORBIDDEN', 'NOT_FOUND']

/**
 * A door on a device. What happens is recorded here first and sent as soon as the server can be reached: with a network or without, it is
 * the same way (shared/spec/contract.md#check-in-without-a-network).
 */
export class Door {
  readonly #vault: DoorVault
  readonly #calls: DoorCalls
  readonly #listeners = new Set<() => void>()
  /** Events whose answer somebody waits for. */
  readonly #told = new Set<string>()
  #state: DoorState = { kept: undefined, reachable: true, error: null }
  #sending: Promise<readonly SyncedEvent[]> | undefined

  constructor(vault: DoorVault, calls: DoorCalls) {
    this.#vault = vault
    this.#calls = calls
  }

  readonly state = (): DoorState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows what the device holds for this person and workshop, and asks for the list of now. */
  async open(opened: Opened): Promise<void> {
    const kept = await this.#vault.load()
    if (kept?.account.id === opened.account.id && kept.list.workshop.name === opened.workshopName) this.#show({ kept })
    // Of another workshop, and not all of it sent: it goes first.
    else if (kept?.account.id === opened.account.id && kept.waiting.length > 0) await this.send()
    await this.refresh(opened)
  }

  /** Shows what the device holds; false when it holds nothing. For a device that cannot ask who is there. */
  async reopen(): Promise<boolean> {
    const kept = await this.#vault.load()
    if (kept) this.#show({ kept, reachable: false })
    return kept !== undefined
  }

  /** Sends what waits and asks for the list of now. Never throws: what went wrong is in the state. */
  async refresh({ account, workshopName }: Opened): Promise<void> {
    await this.send()
    try {
      const list = await this.#answered(this.#calls.list(workshopName))
      const endsAt = Date.now() + list.keepMs
      const kept = await this.#vault.change((before) => {
        const mine = before?.account.id === account.id ? before : undefined
        if (mine && mine.waiting.length > 0 && mine.list.workshop.name !== workshopName) return mine
        const { deviceId = newKey(), waiting = [], conflicts = [] } = mine ?? {}
        return { account, deviceId, list, endsAt, waiting, conflicts }
      })
      this.#show({ kept, error: null })
    } catch (error) {
      await this.#fail(error)
    }
  }

  /**
   * Records something, and sends it. Gives the server's answer, or undefined when none comes in time: then it waits, and what this device
   * knows has to do.
   */
  async record(event: WaitingEvent['event']): Promise<SyncedEvent | undefined> {
    this.#told.add(event.eventId)
    const recorded = { event, recordedAt: Date.now() }
    const kept = await this.#vault.change((before) => before && { ...before, waiting: [...before.waiting, recorded] })
    this.#show({ kept })
    try {
      if (!this.#state.reachable) {
        void this.send()
        return undefined
      }
      return (await within(this.send(), patienceMs))?.find((result) => result.eventId === event.eventId)
    } finally {
      this.#told.delete(event.eventId)
    }
  }

  /** Sends what waits, in pieces, once at a time. Never throws. */
  async send(): Promise<readonly SyncedEvent[]> {
    const before = this.#sending
    const sending = (async () => {
      await before
      return this.#sendAll()
    })()
    this.#sending = sending
    return sending
  }

  /** Takes conflicts that somebody has seen off the list. */
  async dismiss(eventIds: readonly string[]): Promise<void> {
    const kept = await this.#vault.change(
      (before) => before && { ...before, conflicts: before.conflicts.filter(({ eventId }) => !eventIds.includes(eventId)) },
    )
    this.#show({ kept })
  }

  async #sendAll(): Promise<readonly SyncedEvent[]> {
    const all: SyncedEvent[] = []
    try {
      let kept = await this.#vault.load()
      // The day is over, or another tab has signed out.
      if (!kept && this.#state.kept) this.#show({ kept })
      while (kept && kept.waiting.length > 0) {
        const events = kept.waiting
          .slice(0, limits.doorEventsMax)
          .map(({ event, recordedAt }) => ({ ...event, ageMs: Math.min(Math.max(Date.now() - recordedAt, 0), limits.doorEventAgeMs) }))
        const { results } = await this.#answered(this.#calls.sync({ name: kept.list.workshop.name, deviceId: kept.deviceId, events }))
        all.push(...results)
        kept = await this.#vault.change((now) => now && settle(now, results, this.#told))
        this.#show({ kept })
        if (results.length === 0) break
      }
    } catch (error) {
      await this.#fail(error)
    }
    return all
  }

  async #answered<Answer>(call: Promise<Answer>): Promise<Answer> {
    const answer = await call
    if (!this.#state.reachable) this.#show({ reachable: true })
    return answer
  }

  // No answer: it goes on with what is here. Access that has ended takes what is here with it.
  async #fail(error: unknown): Promise<void> {
    if (isPassing(error)) return this.#show({ reachable: false, error: this.#state.kept ? null : error })
    if (!refusedAccess.includes(failureOf(error).id)) return this.#show({ error })
    await this.#vault.forget()
    this.#show({ kept: undefined, error })
  }

  #show(next: Partial<DoorState>): void {
    this.#state = { ...this.#state, ...next }
    for (const listener of this.#listeners) listener()
  }
}

function within<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  return Promise.race([work, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))])
}
