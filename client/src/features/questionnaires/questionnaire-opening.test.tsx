import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setLanguage } from '../../words/language.ts'
import { forgetOpenWorkshops } from './loading/server-calls.ts'
import { QuestionnairePage } from './questionnaire-page.tsx'
import { press } from '../../../test/render-page.tsx'
import {
  answerAll,
  heading,
  name,
  reload,
  serve,
  stubQuestionnaireServer,
  texts,
  visit,
  workshop,
  write,
} from '../../../test/questionnaire-visit.tsx'

const server = stubQuestionnaireServer()

describe('a request already made by the first script of the page', () => {
  const newest = 'questionnaires/getQuestionnaireByNameAndLanguageCode'
  const asked = (path: string, input: object, secondsAgo = 0) => {
    const body = JSON.stringify(input)
    window.earlyAnswers?.set(path, { body, response: serve(path, { body }), askedAt: performance.now() - secondsAgo * 1_000 })
  }
  beforeEach(() => {
    window.earlyAnswers = new Map()
    asked('workshops/getOpenWorkshopList', {})
  })
  afterEach(() => delete window.earlyAnswers)

  it('is not repeated', async () => {
    asked(newest, { name, languageCode: 'en' })
    await visit()
    expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy()
    expect(server.requests.toSorted()).toEqual(['getOpenWorkshopList', 'getQuestionnaireByNameAndLanguageCode'])
  })

  it.each([
    { what: 'in another language', languageCode: 'es', secondsAgo: 0 },
    { what: 'more than a minute ago', languageCode: 'en', secondsAgo: 61 },
  ])('is repeated when it was made $what', async ({ languageCode, secondsAgo }) => {
    asked(newest, { name, languageCode }, secondsAgo)
    await visit()
    expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy()
    expect(server.requests).toHaveLength(3)
  })
})

describe('opening a questionnaire', () => {
  it('shows a single sentence while no open workshop has it, and loads the default workshop in the background', async () => {
    server.open = [{ ...workshop, questionnaires: [] }]
    await visit()
    expect(document.body.textContent).toBe('Registration is currently disabled.')
    await act(() => setLanguage('es'))
    expect(document.body.textContent).toBe('La inscripción está cerrada en este momento.')
    expect(server.requests.slice(-2)).toEqual(['getDefaultWorkshop', 'getWorkshopQuestionnaire'])
  })

  it('is titled Citizenship at the URL of a workshop', async () => {
    server.open = []
    await visit(<QuestionnairePage name={name} workshopName="spring" />)
    expect(document.body.textContent).toBe('CitizenshipRegistration is currently disabled.')
  })

  it('tells users who have begun what happens to their answers while registration is closed', async () => {
    const leave = await visit()
    await press('Start')
    write(texts.en.fullName, 'Mai')
    server.open = []
    forgetOpenWorkshops()
    await reload(leave)
    expect(heading()).toBe('Registration is currently disabled.')
    expect(screen.getByText(/^Your answers are kept on this device until/)).toBeTruthy()
    server.open = [workshop]
    forgetOpenWorkshops()
    await press('Try again')
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Mai')
  })

  it('belongs to the workshop in the URL', async () => {
    server.open = [workshop, { ...workshop, name: 'autumn', isDefault: false }]
    await visit(<QuestionnairePage name={name} workshopName="autumn" />)
    await answerAll()
    await press('Send my answers')
    expect(server.sent).toMatchObject([{ workshopName: 'autumn' }])
  })

  it('asks before clearing the draft of another questionnaire', async () => {
    const leave = await visit()
    await press('Start')
    write(texts.en.fullName, 'Mai')
    leave()
    server.open = [{ ...workshop, questionnaires: [{ name: 'other', titles: {}, languages: ['en'] }] }]
    forgetOpenWorkshops()
    await visit(<QuestionnairePage name="other" />)
    expect(heading()).toBe('You have begun another questionnaire')
    expect(screen.getByText(/Answers on this device: 1\. Questionnaire: .Questions for citizenship.\./)).toBeTruthy()
    expect(localStorage.getItem('portico.answer.fullName')).toBe('Mai')
    await press('Delete them and begin this one')
    expect(localStorage.getItem('portico.answer.fullName')).toBeNull()
    expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy()
  })

  it('announces a newer version, and lets the user continue with the one they began', async () => {
    const leave = await visit()
    await press('Start')
    write(texts.en.fullName, 'Mai')
    server.newest = 2
    await reload(leave)
    expect(heading()).toBe('The questions have changed')
    await press('Go on with my answers')
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Mai')
  })

  it('loads the questions of the begun version again when the device lost them', async () => {
    const leave = await visit()
    await press('Start')
    write(texts.en.fullName, 'Mai')
    server.newest = 2
    localStorage.removeItem('portico.questionnaire')
    await reload(leave)
    await press('Go on with my answers')
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Mai')
  })

  it('offers only to start again when the questions of the begun version are lost', async () => {
    const leave = await visit()
    await press('Start')
    write(texts.en.fullName, 'Mai')
    Object.assign(server, { newest: 2, earlier: [] })
    localStorage.removeItem('portico.questionnaire')
    await reload(leave)
    expect(heading()).toBe('The questions have changed')
    expect(screen.queryByRole('button', { name: 'Go on with my answers' })).toBeNull()
    await press('Start again')
    expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy()
  })

  it('begins the newer version without the old answers when the user starts again', async () => {
    const leave = await visit()
    await press('Start')
    write(texts.en.fullName, 'Mai')
    server.newest = 2
    await reload(leave)
    await press('Start again')
    await answerAll()
    await press('Send my answers')
    expect(server.sent).toMatchObject([{ questionnaireId: 2 }])
  })

  it('reports a failure to load, and retries on request', async () => {
    vi.useFakeTimers()
    server.reachable = false
    await visit()
    await act(() => vi.advanceTimersByTimeAsync(6_999))
    expect(screen.queryByRole('alert')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('alert').textContent).toContain('We could not load the questions.')
    server.reachable = true
    await press('Try again')
    await act(async () => {})
    expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy()
  })
})
