import type { DoorList } from '@portico/shared/contract/door'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { profiles } from '../../../../test/profiles.ts'
import { forgetDay, readDay, setDayOwner } from '../../../api/session/door-store.ts'
import { Refusal } from '../../../../test/stubbed-link.ts'
import { Door } from './door.ts'
import { openDoorStorage } from './door-storage.ts'

const { vera, victor } = profiles
const name = 'spring_day'
const list: DoorList = {
  workshop: { name, title: 'Spring day' },
  keepMs: 3_600_000,
  stations: [],
  people: [],
  walkIns: [],
  answeredWalkIns: [],
}
const rows = new Map<unknown, unknown>()
let onWait = () => {}
let isFull = false

// What jsdom lacks: an IndexedDB with one table, and locks that are given in the order of the requests.
beforeAll(() => {
  const answered = (result: unknown) => {
    const request = { result, onsuccess: () => {} }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  const transaction = () => {
    const begun = { oncomplete: () => {}, objectStore: () => days }
    const days = {
      getAll: () => {
        setTimeout(() => begun.oncomplete())
        return answered([...rows.values()])
      },
      put: (day: unknown, key: unknown) => {
        if (isFull) throw new DOMException('Full', 'QuotaExceededError')
        rows.set(key, day)
      },
      delete: (key: unknown) => void rows.delete(key),
    }
    return begun
  }
  vi.stubGlobal('indexedDB', { open: () => answered({ transaction, close: () => {} }) })
  const held = new Map<string, Promise<unknown>>()
  const request = async (lock: string, work: () => Promise<unknown>) => {
    const before = held.get(lock)
    if (before) onWait()
    const turn = (before ?? Promise.resolve()).then(work, work)
    held.set(lock, turn)
    try {
      return await turn
    } finally {
      if (held.get(lock) === turn) held.delete(lock)
    }
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
})
afterAll(() => void Reflect.deleteProperty(navigator, 'locks'))
beforeEach(() => rows.clear())

/** Loads a list, and changes the user while it is being sealed: until that is done, or has to wait for the list. */
async function sealList(changeUser: (become: (accountId?: number) => void) => Promise<void>): Promise<void> {
  let caller: number | undefined = vera.id
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  let changed = Promise.resolve()
  vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...given) => {
    const waiting = new Promise<void>((resolve) => (onWait = resolve))
    changed = changeUser((accountId) => (caller = accountId))
    await Promise.race([changed, waiting])
    return encrypt(...given)
  })
  const door = new Door(openDoorStorage(), {
    currentAccountId: () => caller,
    list: async () => list,
    sync: async () => ({ results: [] }),
  })
  await door.refresh({ account: vera, workshopName: name })
  await changed
}

it.each([
  ['who signs out', undefined, () => forgetDay()],
  ['after whom another user signs in', victor.id, () => setDayOwner(victor.id)],
])('a list that is being sealed does not stay on the device of a user %s', async (_who, next, change) => {
  await sealList(async (become) => {
    become(next)
    await change()
  })
  expect(await readDay(Date.now(), vera.id)).toBeUndefined()
})

it('control: a list stays on the device of a user who stays signed in', async () => {
  await sealList(async () => {})
  expect(await readDay(Date.now(), vera.id)).toMatchObject({ accountId: vera.id, waiting: 0 })
})

it('a check-in on a device that is full is sent, or waits in the page until it can be sent, and is stored once there is room', async () => {
  const sent: string[] = []
  let online = true
  const door = new Door(openDoorStorage(), {
    currentAccountId: () => vera.id,
    list: async () => list,
    async sync({ events }) {
      if (!online) throw new Refusal('UNAVAILABLE', 'Not now.', { httpStatus: 503 })
      sent.push(...events.map(({ eventId }) => eventId))
      return { results: events.map(({ eventId }) => ({ eventId, outcome: 'in' as const, checkedInAt: null, by: null, place: null })) }
    },
  })
  const record = (eventId: string) => door.record({ kind: 'in', eventId, anonymousId: 'FXMC-TY6F-HG470' })
  await door.open({ account: vera, workshopName: name })
  isFull = true
  expect(await record('first')).toMatchObject({ eventId: 'first', outcome: 'in' })
  online = false
  expect(await record('second')).toBeUndefined()
  expect(door.state().stored?.waiting.map(({ event }) => event.eventId)).toEqual(['second'])
  await door.hideIfExpired()
  expect(door.state().stored).toBeDefined()
  isFull = false
  await record('third')
  expect(await readDay(Date.now(), vera.id)).toMatchObject({ waiting: 2 })
  online = true
  await door.send()
  expect(sent).toEqual(['first', 'second', 'third'])
  expect(await readDay(Date.now(), vera.id)).toMatchObject({ waiting: 0 })
})
