import type { DoorList, SyncCheckIns } from '@portico/shared/contract/door'
import { Door } from '../src/features/workshops/door/door.ts'
import { openDoorStorage } from '../src/features/workshops/door/door-storage.ts'
import { Refusal } from './stubbed-link.ts'

/** The workshop of the door, its list, and who is on it. */
export const name = 'spring_day'
export const workshop = { name, title: 'Spring day', eventDate: '2025-04-05', isDefault: true, registrationOpen: true }
export const ids = Array.from({ length: 6 }, (_one, index) => `FXMC-TY6F-HG47${index}`)
export const people = ids.map((anonymousId) => ({
  anonymousId,
  fullName: `Guest ${anonymousId}`,
  phoneEnd: null,
  language: 'en',
  green: true,
  checkIns: [],
  lane: null,
  place: null,
}))
export const list: DoorList = {
  workshop: { name, title: 'Spring day' },
  keepMs: 3_600_000,
  stations: [],
  people,
  walkIns: [],
  answeredWalkIns: [],
}

/** A fake device: its user, its connection, and what its server receives and rejects. */
export function device() {
  const now = { caller: undefined as number | undefined, online: true, broken: '', denied: '' }
  const sent: { as: number | undefined; name: string; events: SyncCheckIns['events'] }[] = []
  const requireAccess = (workshopName: string) => {
    if (workshopName === now.denied) throw new Refusal('VOLUNTEER_CANT_ACCESS_WORKSHOP', 'No.')
  }
  const answer = <Answer>(made: () => Answer): Promise<Answer> =>
    now.online ? Promise.resolve().then(made) : Promise.reject(new Refusal('UNAVAILABLE', 'Not now.', { httpStatus: 503 }))
  const openDoor = () =>
    new Door(openDoorStorage(), {
      currentAccountId: () => now.caller,
      list: (opened) =>
        answer(() => {
          requireAccess(opened)
          return { ...list, workshop: { name: opened, title: opened === name ? 'Spring day' : opened } }
        }),
      sync: ({ name: opened, events }) =>
        answer(() => {
          requireAccess(opened)
          if (events.some(({ anonymousId }) => anonymousId === now.broken))
            throw new Refusal('VALIDATION_ERROR', 'No.', { httpStatus: 422 })
          sent.push({ as: now.caller, name: opened, events })
          return { results: events.map(({ eventId }) => ({ eventId, outcome: 'in' as const, checkedInAt: null, by: null, place: null })) }
        }),
    })
  const signIn = async ({ id, name: accountName }: { id: number; name: string }, workshopName = name) => {
    now.caller = id
    const door = openDoor()
    await door.open({ account: { id, name: accountName }, workshopName })
    return door
  }
  return { now, sent, openDoor, signIn }
}

export const checkIn = (anonymousId: string) => ({ kind: 'in', eventId: crypto.randomUUID(), anonymousId }) as const
