import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { entry, pageOf } from '../../../test/respondents.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { Refusal, type Calls } from '../../../test/stubbed-link.ts'
import { CheckInPanel } from './check-in-panel.tsx'

const panel = <CheckInPanel caption="Green dots" accessDeniedText="You dont yet have access to the workshop green dots" />
const springDay = { name: 'spring_day', title: 'Spring day', eventDate: '2025-04-05', isDefault: true, registrationOpen: true }
const mai = entry({ current: 'green', reds: 0 })
const nineFortyTwo = new Date(2025, 3, 5, 9, 42).toISOString()

function calls(more: Calls = {}): Calls {
  return {
    'workshops.getWorkshopList': () => [springDay],
    'responses.getWorkshopGreenDotResponses': () => pageOf([mai]),
    'responses.getWorkshopGreenDotRespondent': () => mai,
    ...more,
  }
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

async function openDoor(more: Calls = {}, at = '/home/volunteer/workshop') {
  const page = await renderPage(panel, { as: 'vera', at, calls: calls(more) })
  await screen.findByRole('rowheader')
  return page
}

describe('CheckInPanel', () => {
  it('is closed to a volunteer without access', async () => {
    await renderPage(panel, { as: 'victor', calls: calls({ 'workshops.getWorkshopList': () => [] }) })
    expect(await screen.findByText('You dont yet have access to the workshop green dots')).toBeDefined()
    expect(screen.getByText('Ask the person who invited you: an admin can give you access.')).toBeDefined()
    expect(screen.getByRole('searchbox')).toHaveProperty('disabled', true)
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('closes when access has been revoked', async () => {
    const refuse = () => {
      throw new Refusal('VOLUNTEER_CANT_ACCESS_WORKSHOP', 'You dont yet have access to the workshop green dots')
    }
    await renderPage(panel, { as: 'vera', calls: calls({ 'responses.getWorkshopGreenDotResponses': refuse }) })
    expect(await screen.findByText('You dont yet have access to the workshop green dots')).toBeDefined()
    expect(screen.getByRole('searchbox')).toHaveProperty('disabled', true)
  })

  it('focuses the search', async () => {
    await openDoor()
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  it('keeps what is typed while the previous check-in is pending', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await openDoor({
      'workshops.respondentCheckIn': async () => {
        await answered
        return { checkedInAt: nineFortyTwo }
      },
    })
    await scan('fxmc-ty6f-hg474')
    const field = screen.getByRole('searchbox')
    expect(field).toHaveProperty('value', '')
    fireEvent.change(field, { target: { value: 'fxmc-ty' } })
    await act(async () => answer())
    expect((await screen.findByRole('alert')).textContent).toBe('Checked in 09:42Mai Nguyen')
    expect(field).toHaveProperty('value', 'fxmc-ty')
  })

  it('checks in a scanned respondent, confirms it, and is ready for the next', async () => {
    const checkedIn: unknown[] = []
    await openDoor({
      'workshops.respondentCheckIn': (input) => {
        checkedIn.push(input)
        return { checkedInAt: nineFortyTwo }
      },
    })
    await scan('fxmc-ty6f-hg474')
    expect((await screen.findByRole('alert')).textContent).toBe('Checked in 09:42Mai Nguyen')
    expect(checkedIn).toEqual([{ respondent: { anonymousId: 'FXMC-TY6F-HG474' } }])
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveProperty('value', ''))
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    fireEvent.keyDown(window, { key: 'F' })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
  })

  it('asks to undo only the check-in whose Undo was pressed, whoever is checked in meanwhile', async () => {
    let who = mai
    await openDoor({
      'responses.getWorkshopGreenDotRespondent': () => who,
      'workshops.respondentCheckIn': () => ({ checkedInAt: nineFortyTwo }),
    })
    await scan('FXMC-TY6F-HG474')
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('dialog', { name: /Mai Nguyen/ })).toBeDefined()
    const { respondent } = mai
    who = { ...mai, respondent: { ...respondent, anonymousId: '7777-8888-99999', fullName: 'Nam Tran' } }
    await scan('7777-8888-99999')
    await waitFor(() => expect(screen.getAllByText('Nam Tran').length).toBeGreaterThan(0))
    expect(screen.queryByRole('dialog', { name: /Nam Tran/ })).toBeNull()
  })

  it('reports a respondent who is already checked in without checking in again', async () => {
    await openDoor({ 'responses.getWorkshopGreenDotRespondent': () => ({ ...mai, checkedInAt: nineFortyTwo }) })
    await scan('FXMC-TY6F-HG474')
    expect((await screen.findByRole('alert')).textContent).toBe('Already in 09:42Mai Nguyen')
  })

  it('sends a respondent who is not green to the desk without further details', async () => {
    await openDoor({
      'responses.getWorkshopGreenDotRespondent': () => {
        throw new Refusal('NOT_FOUND', 'Not found.')
      },
    })
    await scan('FXMC-TY6F-HG474')
    expect((await screen.findByRole('alert')).textContent).toBe('Not green, please see the desk')
  })

  it('refuses a respondent of another workshop', async () => {
    await openDoor({
      'workshops.getWorkshopList': () => [springDay, { ...springDay, name: 'autumn_day', title: 'Autumn day', isDefault: false }],
      'responses.getWorkshopGreenDotRespondent': () => entry({ current: 'green', reds: 0, workshopName: 'autumn_day' }),
    })
    await scan('FXMC-TY6F-HG474')
    expect((await screen.findByRole('alert')).textContent).toBe('Other workshop, please see the deskMai Nguyen: Autumn day')
  })

  it('searches for text that is not a complete id', async () => {
    const page = await openDoor()
    await scan('Mai')
    await waitFor(() => expect(page.address()).toBe('/home/volunteer/workshop?query=Mai'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('dismisses the scan result after four seconds', async () => {
    await openDoor({ 'workshops.respondentCheckIn': () => ({ checkedInAt: nineFortyTwo }) })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await scan('FXMC-TY6F-HG474')
      await vi.waitFor(() => expect(screen.getByRole('alert')).toBeDefined())
      await act(() => vi.advanceTimersByTimeAsync(4_000))
      expect(screen.queryByRole('alert')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('CheckInPanel: the check-in of a row', () => {
  it('is a button before check-in, then a time that can be undone with a reason', async () => {
    const undone: unknown[] = []
    await openDoor({
      'responses.getWorkshopGreenDotResponses': () => pageOf([{ ...mai, checkedInAt: nineFortyTwo }]),
      'workshops.undoCheckIn': (input) => {
        undone.push(input)
        return {}
      },
    })
    expect(screen.queryByRole('button', { name: /^Check in/ })).toBeNull()
    expect(screen.getByText(/09:42/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Undo the check-in of Mai Nguyen' }))
    const undo = screen.getByRole('button', { name: 'Undo check-in', hidden: true })
    fireEvent.click(undo)
    expect(await screen.findByText('Required')).toBeDefined()
    expect(undone).toEqual([])
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Wrong person.' } })
    fireEvent.click(undo)
    await waitFor(() => expect(undone).toEqual([{ respondent: { anonymousId: 'FXMC-TY6F-HG474' }, reason: 'Wrong person.' }]))
  })

  it('is sent to the server on click', async () => {
    await openDoor({ 'workshops.respondentCheckIn': () => ({ checkedInAt: nineFortyTwo }) })
    fireEvent.click(screen.getByRole('button', { name: 'Check in Mai Nguyen' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Checked in 09:42')
  })
})
