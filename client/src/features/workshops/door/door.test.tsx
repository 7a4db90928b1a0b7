import type { DoorList, SyncedEvent } from '@portico/shared/contract/door'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { profiles } from '../../../../test/profiles.ts'
import { checkIn, device, ids, list, name, people, workshop } from '../../../../test/door-device.ts'
import { renderPage } from '../../../../test/render-page.tsx'
import { Refusal } from '../../../../test/stubbed-link.ts'
import { GreenDotsPage } from '../green-dots-page.tsx'
import { Door } from './door.ts'
import { openDoorStorage } from './door-storage.ts'
import { rowsOf } from './stored-door.ts'
import { moveOn } from '../stations/move-on.ts'

const { vera, adam } = profiles
beforeEach(async () => {
  for (const { id } of Object.values(profiles)) await openDoorStorage().forget(id)
})
afterEach(() => void vi.useRealTimers())

describe('Door after another user signs in on the device', () => {
  it("hides the list left by the previous user, even before the new user's workshops have loaded", async () => {
    const { signIn } = device()
    await signIn(vera)
    await renderPage(<GreenDotsPage />, { as: 'victor', calls: { 'workshops.getWorkshopList': () => new Promise(() => {}) } })
    await waitFor(() => expect(screen.getByRole('searchbox')).toBeDefined())
    expect(screen.queryByText(/Guest|Vera|Spring day/)).toBeNull()
  })

  it('control: shows the same user the list they left', async () => {
    const { signIn } = device()
    await signIn(vera)
    await renderPage(<GreenDotsPage />, { as: 'vera', calls: { 'workshops.getWorkshopList': () => new Promise(() => {}) } })
    expect(await screen.findByText('Vera Volunteer')).toBeDefined()
  })

  it('sends waiting events only as the user who recorded them, once they return', async () => {
    const { now, sent, signIn } = device()
    const left = await signIn(vera)
    now.online = false
    for (const id of ids.slice(0, 2)) await left.record(checkIn(id))
    now.online = true
    const other = await signIn(adam)
    await left.send()
    await left.refresh({ account: vera, workshopName: name })
    await other.send()
    expect(sent).toEqual([])
    expect(other.state().stored?.account.id).toBe(adam.id)
    await signIn(vera)
    expect(sent).toMatchObject([{ as: vera.id, events: ids.slice(0, 2).map((anonymousId) => ({ anonymousId })) }])
  })

  it("keeps waiting events when another user's access is refused", async () => {
    const { now, sent, signIn, openDoor } = device()
    const left = await signIn(vera)
    now.online = false
    await left.record(checkIn(ids[0] ?? ''))
    now.caller = profiles.victor.id
    const refusing = new Door(openDoorStorage(), {
      currentAccountId: () => profiles.victor.id,
      list: () => Promise.reject(new Refusal('VOLUNTEER_CANT_ACCESS_WORKSHOP', 'No.')),
      sync: () => Promise.reject(new Refusal('VOLUNTEER_CANT_ACCESS_WORKSHOP', 'No.')),
    })
    await refusing.open({ account: profiles.victor, workshopName: 'elsewhere' })
    expect(openDoor().state().stored).toBeUndefined()
    now.online = true
    await signIn(vera)
    expect(sent).toHaveLength(1)
  })
})

it('Door sends every event that the server accepts and shows a rejected one as a conflict', async () => {
  const { now, sent, signIn } = device()
  const door = await signIn(vera)
  now.online = false
  for (const id of ids) await door.record(checkIn(id))
  now.online = true
  now.broken = ids[3] ?? ''
  await door.send()
  expect(sent.flatMap(({ events }) => events.map(({ anonymousId }) => anonymousId))).toEqual(ids.filter((id) => id !== now.broken))
  expect(door.state().stored?.waiting).toEqual([])
  expect(door.state().stored?.conflicts).toMatchObject([{ anonymousId: now.broken, outcome: 'refused' }])
})

describe('moveOn', () => {
  const stations = (['intake', 'form-filling', 'check-out'] as const).map((station) => ({ station, seats: 4 }))
  const since = '2025-04-05T16:00:00.000Z'
  const at = (station: 'intake' | 'check-out') => ({ checkIns: [{ eventId: 'e1', at: since, by: null }], place: { station, since } })
  const known: DoorList['people'] = people.slice(0, 4).map((person, index) => ({
    ...person,
    ...[at('intake'), at('check-out'), {}, { green: false }][index],
  }))
  const [atIntake = '', further = '', unheardOf = '', red = ''] = ids
  const moving = async (online: boolean, anonymousId: string, outcome: SyncedEvent['outcome'] = 'moved') => {
    const sent: string[] = []
    const down = new Refusal('UNAVAILABLE', 'Not now.', { httpStatus: 503 })
    let reachable = true
    const door = new Door(openDoorStorage(), {
      currentAccountId: () => vera.id,
      list: async () => (reachable ? { ...list, stations, people: known } : Promise.reject(down)),
      sync: async ({ events }) => {
        if (!reachable) throw down
        sent.push(...events.map(({ kind }) => kind))
        return { results: events.map(({ eventId }) => ({ eventId, outcome, checkedInAt: since, by: null, place: null })) }
      },
    })
    const opened = { account: vera, workshopName: name }
    await door.open(opened)
    reachable = online
    if (!online) await door.refresh(opened)
    const { kind, headline } = await moveOn(door, anonymousId, { to: 'form-filling', refresh: () => door.refresh(opened) })
    const { stored } = door.state()
    const row = stored && rowsOf(stored).find((one) => one.anonymousId === anonymousId)
    return { verdict: `${kind}: ${headline}`, sent, waiting: stored?.waiting.length, at: row?.place?.station }
  }

  it.each([
    ['who is one station before', atIntake, 'in: Form filling'],
    ['who is further on', further, 'already: Form filling'],
    ['whose check-in this device does not know', unheardOf, 'already: Form filling'],
  ])('offline, queues the move of a person %s and shows it in the list', async (_who, anonymousId, verdict) => {
    expect(await moving(false, anonymousId)).toEqual({ verdict, sent: [], waiting: 1, at: 'form-filling' })
  })

  it.each<[string, string, SyncedEvent['outcome'], string, string[]]>([
    ['who is one station before', atIntake, 'moved', 'in: Form filling', ['move']],
    ['whom another device has moved further', atIntake, 'out-of-order', 'already: Form filling', ['move']],
    ['whose check-in was undone', atIntake, 'not-in', 'not-green: Not checked in, please see the door', ['move']],
    ['who is not checked in', unheardOf, 'moved', 'not-green: Not checked in, please see the door', []],
    ['who is not green', red, 'moved', 'not-green: Not green, please see the desk', []],
    ['of another workshop', '2222-2222-22222', 'moved', 'not-green: Not of this workshop, please see the desk', []],
  ])('online, returns the result for a person %s', async (_who, anonymousId, outcome, verdict, sent) => {
    expect(await moving(true, anonymousId, outcome)).toMatchObject({ verdict, sent, waiting: 0 })
  })
})

it('the door shows seat times and lets them be changed only while the server is reachable', async () => {
  const [slotId, given] = [7, [] as unknown[]]
  const seat = { slots: [{ slotId, time: '11:00', free: 1, languages: [] }], seat: null, waiting: null }
  let reachable = true
  await renderPage(<GreenDotsPage />, {
    as: 'vera',
    calls: {
      'workshops.getWorkshopList': () => [workshop],
      'workshops.getDoorList': () => {
        if (!reachable) throw new Refusal('UNAVAILABLE', 'Not now.', { httpStatus: 503 })
        const seatTimes = ['10:30', ...(given.length > 0 ? ['11:00'] : [])]
        return { ...list, people: people.map((person, at) => ({ ...person, seatTime: seatTimes[at] })) }
      },
      'seats.getSeat': () => seat,
      'seats.setSeat': (input: unknown) => {
        given.push(input)
        return { ...seat, seat: { slotId, time: '11:00', offeredUntil: null } }
      },
    },
  })
  expect(await screen.findByRole('button', { name: `10:30: change the seat of Guest ${ids[0]}` })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: `No seat: change the seat of Guest ${ids[1]}` }))
  fireEvent.change(await screen.findByRole('combobox', { name: 'Seat at' }), { target: { value: String(slotId) } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: `11:00: change the seat of Guest ${ids[1]}` })).toBeDefined()
  expect(given).toEqual([{ respondent: { anonymousId: ids[1] }, slotId }])
  reachable = false
  dispatchEvent(new Event('focus'))
  await waitFor(() => expect(screen.queryByRole('button', { name: /change the seat/ })).toBeNull())
  expect(screen.getByText('10:30')).toBeDefined()
  expect(screen.getAllByText('No seat')).toHaveLength(4)
})

it('the door removes the list from an open page when its day is over', async () => {
  let asked = 0
  const down = () => {
    throw new Refusal('UNAVAILABLE', 'Not now.', { httpStatus: 503 })
  }
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await renderPage(<GreenDotsPage />, {
    as: 'vera',
    calls: {
      'workshops.getWorkshopList': () => [workshop],
      'workshops.getDoorList': () => ((asked += 1) === 1 ? { ...list, keepMs: 5_000 } : down()),
    },
  })
  expect(await screen.findByText('0 of 6 in')).toBeDefined()
  await vi.advanceTimersByTimeAsync(5_100)
  await waitFor(() => expect(screen.queryByText(/Guest|Vera/)).toBeNull())
  expect(screen.getByText(/^The day of this list is over/)).toBeDefined()
})
