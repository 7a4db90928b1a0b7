import type { DoorList, DoorPerson, SyncCheckIns } from '@portico/shared/contract/door'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { profiles } from '../../../test/profiles.ts'
import { entry } from '../../../test/respondents.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { Refusal, type Calls } from '../../../test/stubbed-link.ts'
import { openDoorStorage } from './door/door-storage.ts'
import { GreenDotsPage } from './green-dots-page.tsx'

const springDay = { name: 'spring_day', title: 'Spring day', eventDate: '2025-04-05', isDefault: true, registrationOpen: true }
const nineFortyTwo = new Date(2025, 3, 5, 9, 42).toISOString()

function person(fullName: string, anonymousId: string, more: Partial<DoorPerson> = {}): DoorPerson {
  return { anonymousId, fullName, phoneEnd: '0142', language: 'vi', green: true, checkIns: [], lane: null, place: null, ...more }
}

const mai = person('Mai Nguyen', 'FXMC-TY6F-HG474')
const inAlready = person('Pedro Paz', '2222-3333-44444', { checkIns: [{ eventId: 'e1', at: nineFortyTwo, by: 'Ana Reyes' }] })
const red = person('Lucia Mora', '5555-6666-77777', { green: false, phoneEnd: null })
const list = (...people: DoorPerson[]): DoorList => ({
  workshop: { name: 'spring_day', title: 'Spring day' },
  keepMs: 3_600_000,
  stations: [],
  people,
  walkIns: [],
  answeredWalkIns: [],
})

/** A fake server that records the events it receives and accepts each check-in as the earliest. */
function server(more: Calls = {}) {
  const sent: SyncCheckIns['events'] = []
  const calls: Calls = {
    'workshops.getWorkshopList': () => [springDay],
    'workshops.getDoorList': () => list(mai, inAlready, red),
    'workshops.syncCheckIns': ({ events }) => {
      sent.push(...events)
      const outcomes = { in: 'in', undo: 'out', move: 'moved' } as const
      return {
        results: events.map(({ eventId, kind }) => ({
          eventId,
          outcome: outcomes[kind],
          checkedInAt: kind === 'in' ? nineFortyTwo : null,
          by: 'Vera Volunteer',
          place: null,
        })),
      }
    },
    ...more,
  }
  return { sent, calls }
}

async function openDoor(calls: Calls) {
  const page = await renderPage(<GreenDotsPage />, { as: 'vera', at: '/home/volunteer/workshop', calls })
  await screen.findByRole('button', { name: /^Expected/ })
  return page
}

/** Acts like a hardware scanner: types the whole id and presses Enter. */
async function scan(id: string) {
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: id } })
  await act(async () => {
    const form = field.closest('form')
    if (form) fireEvent.submit(form)
  })
}

async function search(text: string) {
  await scan(text)
  return screen.queryAllByRole('rowheader').map((row) => row.querySelector('bdi')?.textContent)
}

beforeEach(() => openDoorStorage().forget(profiles.vera.id))
afterEach(() => void vi.useRealTimers())

describe('the door', () => {
  it('is closed to a volunteer without access', async () => {
    await renderPage(<GreenDotsPage />, { as: 'victor', calls: { 'workshops.getWorkshopList': () => [] } })
    expect(await screen.findByText('You dont yet have access to the workshop green dots')).toBeDefined()
    expect(screen.getByRole('searchbox')).toHaveProperty('disabled', true)
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('tells an admin that there is no workshop yet', async () => {
    await renderPage(<GreenDotsPage />, { as: 'adam', calls: { 'workshops.getWorkshopList': () => [] } })
    expect(await screen.findByText('No workshops yet. Create one under Admin, Workshops.')).toBeDefined()
  })

  it('closes when access has been revoked', async () => {
    const refuse = () => {
      throw new Refusal('VOLUNTEER_CANT_ACCESS_WORKSHOP', 'You dont yet have access to the workshop green dots')
    }
    await renderPage(<GreenDotsPage />, { as: 'vera', calls: server({ 'workshops.getDoorList': refuse }).calls })
    expect(await screen.findAllByText('You dont yet have access to the workshop green dots')).toBeDefined()
    expect(screen.getByRole('searchbox')).toHaveProperty('disabled', true)
  })

  it('shows the workshop, how many are checked in, and the signed-in user', async () => {
    await openDoor(server().calls)
    expect(screen.getByText('1 of 2 in')).toBeDefined()
    expect(screen.getByText('Spring day')).toBeDefined()
    expect(screen.getByText('Vera Volunteer')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  it('takes two quick taps for one, although the next person has moved to where the first was', async () => {
    const next = person('Nam Tran', '7777-8888-99999')
    const { sent, calls } = server({ 'workshops.getDoorList': () => list(mai, next) })
    await openDoor(calls)
    vi.useFakeTimers({ toFake: ['performance'] })
    for (const name of [/^Check in Mai/, /^Check in Nam/]) await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
    expect(sent.map(({ anonymousId }) => anonymousId)).toEqual([mai.anonymousId])
    vi.advanceTimersByTime(600)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Check in Nam/ })))
    await waitFor(() => expect(sent.map(({ anonymousId }) => anonymousId)).toEqual([mai.anonymousId, next.anonymousId]))
  })

  it('lists expected, checked-in and non-green respondents in tabs', async () => {
    await openDoor(server().calls)
    const names = () => screen.getAllByRole('rowheader').map((row) => row.textContent)
    expect(names()).toEqual(['Mai Nguyen…G474 · Vietnamese'])
    fireEvent.click(screen.getByRole('button', { name: 'In 1' }))
    expect(screen.getByText('09:42')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Not green 1' }))
    expect(names()).toEqual(['Lucia Mora…7777 · Vietnamese'])
    expect(screen.getByText('Not green, please see the desk')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Check in/ })).toBeNull()
  })

  it.each([
    ['ng', ['Mai Nguyen']],
    ['474', ['Mai Nguyen']],
    ['42', ['Mai Nguyen', 'Pedro Paz']],
    ['paz', ['Pedro Paz']],
    ['nobody', []],
  ])('finds %s in every tab', async (text, names) => {
    await openDoor(server().calls)
    expect(await search(text)).toEqual(names)
  })

  it('offers a walk-in under the name that nobody on the list has', async () => {
    await openDoor(server().calls)
    await scan('Nadia Haddad')
    expect(screen.queryByText('Not green, please see the desk')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Start a walk-in' }))
    expect(await screen.findByRole('textbox', { name: 'Full name' })).toHaveProperty('value', 'Nadia Haddad')
  })

  it('takes no digits of an ID or a phone number as the name of a walk-in', async () => {
    await openDoor(server().calls)
    await scan('9999')
    fireEvent.click(screen.getByRole('button', { name: 'Start a walk-in' }))
    expect(await screen.findByRole('textbox', { name: 'Full name' })).toHaveProperty('value', '')
  })

  it('checks in a scanned respondent, confirms it, and is ready for the next', async () => {
    const { calls, sent } = server()
    await openDoor(calls)
    await scan('fxmc-ty6f-hg474')
    expect((await screen.findByRole('alert')).textContent).toBe('Checked in 09:42Mai Nguyen')
    expect(sent).toMatchObject([{ kind: 'in', anonymousId: 'FXMC-TY6F-HG474' }])
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveProperty('value', ''))
    expect(screen.getByText('2 of 2 in')).toBeDefined()
  })

  it.each([
    ['2222-3333-44444', 'Already in 09:42Pedro Paz'],
    ['5555-6666-77777', 'Not green, please see the deskLucia Mora'],
    ['ABCD-EFGH-22222', 'Not green, please see the desk'],
  ])('answers a scan of %s with: %s', async (id, says) => {
    const notFound = () => {
      throw new Refusal('NOT_FOUND', 'Not found.')
    }
    const { calls, sent } = server({ 'responses.getWorkshopGreenDotRespondent': notFound })
    await openDoor(calls)
    await scan(id)
    expect((await screen.findByRole('alert')).textContent).toBe(says)
    expect(sent).toEqual([])
  })

  it('sends a respondent of another workshop to the desk', async () => {
    const elsewhere = () => entry({ current: 'green', reds: 0, workshopName: 'autumn_day' })
    const workshops = [springDay, { ...springDay, name: 'autumn_day', title: 'Autumn day' }]
    const calls = { 'workshops.getWorkshopList': () => workshops, 'responses.getWorkshopGreenDotRespondent': elsewhere }
    await openDoor(server(calls).calls)
    await scan('ABCD-EFGH-22222')
    expect((await screen.findByRole('alert')).textContent).toBe('Other workshop, please see the deskMai Nguyen: Autumn day')
  })

  it('undoes a check-in with one tap and a preset reason', async () => {
    const { calls, sent } = server()
    await openDoor(calls)
    fireEvent.click(screen.getByRole('button', { name: 'In 1' }))
    fireEvent.click(screen.getByRole('button', { name: 'Undo the check-in of Pedro Paz' }))
    await waitFor(() => expect(sent).toMatchObject([{ kind: 'undo', undoes: ['e1'], reason: 'Wrong person' }]))
    expect(await screen.findByText('0 of 2 in')).toBeDefined()
  })
})

describe('the door offline', () => {
  const down = () => {
    throw new Refusal('UNAVAILABLE', 'Not now.', { httpStatus: 503 })
  }

  it('shows the same result, queues the events, and sends them once when back online', async () => {
    const { calls, sent } = server()
    let broken = false
    const answer = calls['workshops.syncCheckIns']
    const flaky: Calls = {
      ...calls,
      'workshops.getDoorList': () => (broken ? down() : list(mai, inAlready, red)),
      'workshops.syncCheckIns': (input) => (broken || !answer ? down() : answer(input)),
    }
    await openDoor(flaky)
    broken = true
    await scan('FXMC-TY6F-HG474')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Checked in \d\d:\d\dMai Nguyen$/)
    expect(screen.getByText('Offline, 1 waiting')).toBeDefined()
    await scan('FXMC-TY6F-HG474')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^Already in/))
    broken = false
    await act(async () => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText(/waiting/)).toBeNull())
    await act(async () => void window.dispatchEvent(new Event('online')))
    expect(sent).toHaveLength(1)
  })

  it('shows conflicts until someone dismisses them', async () => {
    let broken = true
    const { calls } = server()
    await openDoor({
      ...calls,
      'workshops.syncCheckIns': ({ events }) => {
        if (broken) return down()
        return {
          results: events.map(({ eventId }) => ({
            eventId,
            outcome: 'already-in' as const,
            checkedInAt: nineFortyTwo,
            by: 'Ana Reyes',
            place: null,
          })),
        }
      },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Check in Mai Nguyen' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Checked in/)
    broken = false
    await act(async () => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByText('Mai Nguyen was already in at 09:42, checked in by Ana Reyes.')).toBeDefined()
    expect(screen.getByText('1 conflict')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByText(/was already in/)).toBeNull())
  })
})
