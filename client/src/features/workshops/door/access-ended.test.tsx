import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkIn, device, ids, name, workshop } from '../../../../test/door-device.ts'
import { profiles } from '../../../../test/profiles.ts'
import { renderPage } from '../../../../test/render-page.tsx'
import { Refusal } from '../../../../test/stubbed-link.ts'
import { GreenDotsPage } from '../green-dots-page.tsx'
import { openDoorStorage } from './door-storage.ts'

const { vera } = profiles

beforeEach(() => openDoorStorage().forget(vera.id))

describe('Door after the access to its workshop ended', () => {
  const recordOffline = async () => {
    const { now, sent, signIn } = device()
    const door = await signIn(vera)
    now.online = false
    for (const id of ids.slice(0, 2)) await door.record(checkIn(id))
    Object.assign(now, { online: true, denied: name })
    await door.refresh({ account: vera, workshopName: name })
    return { now, sent, signIn, door }
  }
  const kept = [{ workshop: { name, title: 'Spring day' }, waiting: ids.slice(0, 2).map((anonymousId) => ({ event: { anonymousId } })) }]
  const people = async () => (await openDoorStorage().load(vera.id))?.list.people

  it('keeps what was not sent, but no list', async () => {
    const { sent, door, signIn } = await recordOffline()
    expect([door.state().stored, await people(), sent]).toEqual([undefined, [], []])
    expect(door.state().setAside).toMatchObject(kept)
    const opened = await signIn(vera)
    expect(opened.state().stored).toBeUndefined()
    expect(opened.state().setAside).toMatchObject(kept)
  })

  it('sends it once the access is granted again and the workshop is opened, though another was opened before', async () => {
    const { now, sent, signIn } = await recordOffline()
    const elsewhere = await signIn(vera, 'evening')
    expect(elsewhere.state().stored?.list.workshop.name).toBe('evening')
    expect(elsewhere.state().setAside).toMatchObject(kept)
    await elsewhere.record(checkIn(ids[2] ?? ''))
    now.denied = ''
    const again = await signIn(vera)
    expect(sent.map((one) => [one.name, one.events.map(({ anonymousId }) => anonymousId)])).toEqual([
      ['evening', [ids[2]]],
      [name, ids.slice(0, 2)],
    ])
    expect(again.state().setAside).toEqual([])
    expect(again.state().stored?.waiting).toEqual([])
  })

  it('control: keeps nothing if everything was sent', async () => {
    const { now, signIn } = device()
    const door = await signIn(vera)
    now.denied = name
    await door.refresh({ account: vera, workshopName: name })
    expect(door.state()).toMatchObject({ stored: undefined, setAside: [] })
    expect(await openDoorStorage().load(vera.id)).toBeUndefined()
  })

  it('says on the screen what is kept and what to do', async () => {
    await recordOffline()
    const workshops = [{ ...workshop, accessible: true }]
    await renderPage(<GreenDotsPage />, {
      as: 'vera',
      calls: {
        'workshops.getWorkshopList': () => workshops,
        'workshops.getDoorList': () => {
          throw new Refusal('VOLUNTEER_CANT_ACCESS_WORKSHOP', 'No.')
        },
      },
    })
    expect(await screen.findByText(/^2 changes at/)).toBeDefined()
    expect(screen.getByText(/Ask an admin for access, then open the workshop here again/)).toBeDefined()
  })
})
