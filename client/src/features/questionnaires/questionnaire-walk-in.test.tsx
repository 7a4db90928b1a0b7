import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { heading, name, stubQuestionnaireServer, texts, visit, write } from '../../../test/questionnaire-visit.tsx'
import { press } from '../../../test/render-page.tsx'
import { currentDraft } from './loading/current-draft.ts'
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
const opened =
  (together: boolean, fullName = 'Noted Name') =>
  () =>
    Response.json({ success: true, data: { language: 'en', together, answers: { fullName }, nameIdentifier: 'fullName' } })
const busy = () => Response.json({ success: false, error_id: 'UNAVAILABLE', message: 'Busy' }, { status: 503 })
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('portico.answer.'))

// A shared device would stay one for the tests after these.
afterEach(() => {
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
    leave()
    currentDraft()?.end()
    await open()
    expect(currentDraft()?.state()).toMatchObject({ keeping: 'nowhere', walkIn: 'secret' })
    expect(stored()).toEqual([])
  })

  it('is over once the page was left for another', async () => {
    server.walkIn = opened(true)
    const leave = await open('#walk-in=secret')
    history.replaceState(null, '', '/elsewhere')
    leave()
    await open()
    expect(server.requests.filter((call) => call === 'openWalkIn')).toHaveLength(1)
    expect(sessionStorage).toHaveLength(0)
  })
})
