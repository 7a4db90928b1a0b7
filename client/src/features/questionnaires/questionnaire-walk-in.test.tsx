import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { heading, name, stubQuestionnaireServer, texts, visit, write } from '../../../test/questionnaire-visit.tsx'
import { limits } from '@portico/shared/words/limits'
import { press } from '../../../test/render-page.tsx'
import { currentDraft } from './loading/current-draft.ts'
import { endWalkIn, forgetWalkIn } from './loading/walk-in.ts'
import { QuestionnairePage } from './questionnaire-page.tsx'

const server = stubQuestionnaireServer()
const path = `/workshops/spring/questionnaire/${name}`
async function open(hash = ''): Promise<() => void> {
  history.replaceState(null, '', path + hash)
  const leave = await visit(<QuestionnairePage name={name} workshopName="spring" />)
  await act(async () => {})
  await act(async () => {})
  return leave
}
// What the next page of the tab finds of this one is its storage.
async function leavePage(leave: () => void): Promise<void> {
  await act(async () => void window.dispatchEvent(new Event('pagehide')))
  leave()
  const stored = JSON.parse(sessionStorage.getItem('portico.walk-in') ?? '')
  sessionStorage.setItem('portico.walk-in', JSON.stringify({ ...stored, page: 'another' }))
}
const opened =
  (together: boolean, fullName = 'Noted Name') =>
  () =>
    Response.json({ success: true, data: { language: 'en', together, answers: { fullName }, nameIdentifier: 'fullName' } })
const busy = () => Response.json({ success: false, error_id: 'UNAVAILABLE', message: 'Busy' }, { status: 503 })
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('portico.answer.'))

// A shared device would stay one for the tests after these.
afterEach(() => {
  forgetWalkIn()
  vi.restoreAllMocks()
  currentDraft()?.keepOnDevice(true)
  currentDraft()
  history.replaceState(null, '', '/')
})

describe('a walk-in on their own phone', () => {
  const begun = async () => {
    const leave = await open()
    await press('Start')
    write(texts.en.fullName, 'José  Núñez')
    leave()
  }

  it('continues their own draft, whichever way staff wrote the name', async () => {
    await begun()
    server.walkIn = opened(false, 'Jose Nuñez')
    await open('#walk-in=secret')
    expect(currentDraft()?.state()).toMatchObject({ walkIn: 'secret', answers: { fullName: 'José  Núñez' } })
  })

  it('never continues the draft of somebody else without asking', async () => {
    await begun()
    server.walkIn = opened(false, 'Ana Núñez')
    await open('#walk-in=secret')
    expect(heading()).toBe('You have begun another questionnaire')
    expect(currentDraft()?.state().walkIn).toBeUndefined()
    await press('Delete them and begin this one')
    expect(currentDraft()?.state()).toMatchObject({ walkIn: 'secret', answers: { fullName: 'Ana Núñez' } })
  })

  it.each(['Ana Núñez', undefined])('continues a draft of the name %s as theirs if they say so', async (other) => {
    const leave = await open()
    await press('Start')
    if (other !== undefined) write(texts.en.fullName, other)
    else currentDraft()?.answer('zipCode', '95110')
    leave()
    server.walkIn = opened(false, 'Mai')
    await open('#walk-in=secret')
    expect(currentDraft()?.state().walkIn).toBeUndefined()
    await press('Go on with my answers')
    await vi.waitFor(() => expect(screen.getByRole('textbox')).toBeDefined())
    expect(currentDraft()?.state()).toMatchObject({ walkIn: 'secret', answers: { fullName: other ?? 'Mai' } })
  })

  it('is over once somebody starts again', async () => {
    server.walkIn = opened(false)
    await open('#walk-in=secret')
    await press('Start again')
    await press('Delete my answers')
    expect(currentDraft()?.state()).toMatchObject({ answers: {} })
    expect([currentDraft()?.state().walkIn, sessionStorage.length]).toEqual([undefined, 0])
  })

  it('begins a newer version as the same walk-in', async () => {
    server.walkIn = opened(false)
    const leave = await open('#walk-in=secret')
    leave()
    server.newest = 2
    await open()
    await press('Start again')
    expect(currentDraft()?.state()).toMatchObject({ questionnaireId: 2, walkIn: 'secret', answers: { fullName: 'Noted Name' } })
  })

  it('begins a newer version as the same walk-in also when the tab was closed in between', async () => {
    server.walkIn = opened(false)
    const leave = await open('#walk-in=secret')
    leave()
    forgetWalkIn()
    server.newest = 2
    await open()
    await press('Start again')
    expect(currentDraft()?.state()).toMatchObject({ questionnaireId: 2, walkIn: 'secret' })
  })

  it('opens its link in a tab that shows the number of somebody else', async () => {
    sessionStorage.setItem('portico.sent', JSON.stringify({ name, anonymousId: 'K7QM-2XWD-94HTR', shared: false }))
    server.walkIn = opened(false)
    await open('#walk-in=secret')
    expect(currentDraft()?.state()).toMatchObject({ walkIn: 'secret' })
    expect(screen.queryByText('K7QM-2XWD-94HTR')).toBeNull()
  })

  it('continues offline after the page was reloaded', async () => {
    server.walkIn = opened(false)
    const leave = await open('#walk-in=secret')
    expect(currentDraft()?.state()).toMatchObject({ keeping: 'device', walkIn: 'secret' })
    leave()
    server.reachable = false
    await open()
    expect(currentDraft()?.state()).toMatchObject({ walkIn: 'secret', answers: { fullName: 'Noted Name' } })
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeDefined()
  })

  it('control: a link that is not valid opens the ordinary questionnaire', async () => {
    await open('#walk-in=secret')
    await press('Start')
    write(texts.en.fullName, 'Mai')
    expect(currentDraft()?.state()).toMatchObject({ keeping: 'device', answers: { fullName: 'Mai' } })
    expect(currentDraft()?.state().walkIn).toBeUndefined()
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('a walk-in together with staff, on their device', () => {
  it('is opened after failures, and keeps nothing on the device', async () => {
    vi.useFakeTimers()
    let failures = 2
    server.walkIn = () => ((failures -= 1) >= 0 ? busy() : opened(true)())
    await open('#walk-in=secret')
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(currentDraft()?.state()).toMatchObject({ keeping: 'nowhere', walkIn: 'secret', answers: { fullName: 'Noted Name' } })
    expect([stored(), location.hash]).toEqual([[], ''])
  })

  it('never becomes an ordinary questionnaire because of a failure: the user can try again', async () => {
    vi.useFakeTimers()
    server.walkIn = busy
    await open('#walk-in=secret')
    await act(() => vi.advanceTimersByTimeAsync(7_000))
    expect(screen.getByRole('alert').textContent).toContain('We could not load the questions.')
    server.walkIn = opened(true)
    await press('Try again')
    await act(async () => {})
    expect(currentDraft()?.state()).toMatchObject({ keeping: 'nowhere', walkIn: 'secret' })
  })

  it('is the same after the page was reloaded', async () => {
    server.walkIn = opened(true)
    const leave = await open('#walk-in=secret')
    await leavePage(leave)
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      Object.assign({} as PerformanceEntry, { type: 'reload', name: location.origin + path }),
    ])
    await open()
    expect(currentDraft()?.state()).toMatchObject({ keeping: 'nowhere', walkIn: 'secret' })
    expect(stored()).toEqual([])
  })

  it.each<[string, (leave: () => void) => unknown]>([
    [
      'another page of Portico is shown',
      (leave) => {
        history.replaceState(null, '', '/elsewhere')
        leave()
      },
    ],
    ['the page is left', leavePage],
    [
      'its answers are deleted because nobody is there',
      async (leave) => {
        await act(() => vi.advanceTimersByTimeAsync(limits.sharedIdleMs))
        leave()
      },
    ],
  ])('is over once %s', async (_what, end) => {
    vi.useFakeTimers()
    server.walkIn = opened(true)
    await end(await open('#walk-in=secret'))
    await open()
    expect(currentDraft()?.state()).toMatchObject({ keeping: 'nowhere', answers: {} })
    expect(currentDraft()?.state().walkIn).toBeUndefined()
    expect([server.requests.filter((call) => call === 'openWalkIn').length, sessionStorage.length]).toEqual([1, 0])
  })

  it('is over for whoever opens it after another page was reloaded, or comes back to it', async () => {
    server.walkIn = opened(true)
    const reloadedPage = (name: string) =>
      vi.spyOn(performance, 'getEntriesByType').mockReturnValue([Object.assign({} as PerformanceEntry, { type: 'reload', name })])
    await leavePage(await open('#walk-in=secret'))
    reloadedPage(`${location.origin}/events`)
    const leave = await open()
    expect(currentDraft()?.state().walkIn).toBeUndefined()
    leave()
    await leavePage(await open('#walk-in=secret'))
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    reloadedPage(location.origin + path)
    await open()
    expect([currentDraft()?.state().walkIn, sessionStorage.length]).toEqual([undefined, 0])
  })

  it('goes on if the answers of somebody else were sent', async () => {
    server.walkIn = opened(true)
    const leave = await open('#walk-in=secret')
    leave()
    endWalkIn('secret of somebody else')
    currentDraft()?.end()
    await open()
    expect(currentDraft()?.state()).toMatchObject({ keeping: 'nowhere', walkIn: 'secret' })
  })

  it('is asked about when the link of another is opened in its tab', async () => {
    server.walkIn = opened(true)
    await open('#walk-in=secret')
    server.walkIn = opened(true, 'Another Name')
    history.replaceState(null, '', `${path}#walk-in=other`)
    await act(async () => void window.dispatchEvent(new HashChangeEvent('hashchange')))
    await screen.findByRole('heading', { name: 'You have begun another questionnaire' })
    await press('Delete them and begin this one')
    expect(currentDraft()?.state()).toMatchObject({ walkIn: 'other', answers: { fullName: 'Another Name' } })
    expect(location.hash).toBe('')
  })
})
