import { act, fireEvent, render, screen } from '@testing-library/react'
import type { Question, Questionnaire } from '@portico/shared/contract/questionnaires'
import type { OpenWorkshop } from '@portico/shared/contract/workshops'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setLanguage } from '../../words/language.ts'
import { forgetOpenWorkshops } from './loading/server-calls.ts'
import { currentDraft } from './loading/current-draft.ts'
import { CitizenshipPage } from './citizenship-page.tsx'
import { QuestionnairePage } from './questionnaire-page.tsx'

const name = 'screening'
const workshop: OpenWorkshop = {
  name: 'spring',
  title: 'Citizenship Day',
  eventDate: '2025-04-05',
  startTime: null,
  endTime: null,
  timeZone: 'America/Los_Angeles',
  titles: {},
  address: null,
  bring: { standard: ['greenCard'], own: [{ text: 'two photos', translations: { es: 'dos fotos' } }] },
  isDefault: true,
  questionnaires: [{ name, titles: { en: 'Questions for citizenship', es: 'Preguntas para la ciudadanía' }, languages: ['en', 'es'] }],
}

const texts = {
  en: {
    title: 'Questions for citizenship',
    fullName: 'What is your name?',
    arrested: 'Have you been arrested?',
    more: 'When and why?',
    zipCode: 'Your ZIP code',
  },
  es: {
    title: 'Preguntas para la ciudadanía',
    fullName: '¿Cómo se llama?',
    arrested: '¿Le han arrestado?',
    more: '¿Cuándo y por qué?',
    zipCode: 'Su código postal',
  },
}

function questionnaire(language: 'en' | 'es', id = 1): Questionnaire {
  const text = texts[language]
  const yesNo = [
    { value: 'yes', label: language === 'en' ? 'Yes' : 'Sí' },
    { value: 'no', label: 'No' },
  ]
  const questions: Question[] = [
    { identifier: 'fullName', questionNumber: '1', questionText: text.fullName, questionType: 'input', required: true },
    {
      identifier: 'arrested',
      questionNumber: '2',
      questionText: text.arrested,
      questionType: 'radioWithFollowUp',
      required: true,
      options: yesNo,
      followUp: { identifier: 'more', showWhen: ['yes'] },
    },
    { identifier: 'more', questionNumber: '2', questionText: text.more, questionType: 'input', required: true },
    {
      identifier: 'zipCode',
      questionNumber: '3',
      questionText: text.zipCode,
      questionType: 'zip',
      required: true,
      validation: { format: 'zip' },
    },
  ]
  return { id, name, title: text.title, version: id, language, languages: ['en', 'es'], questions }
}

interface Server {
  open: OpenWorkshop[]
  newest: number
  reachable: boolean
  /** The response to a submission. */
  answer: () => Response | Promise<Response>
  readonly sent: Record<string, unknown>[]
  readonly requests: string[]
}

let server: Server

async function serve(path: string, init: { body: string } = { body: '{}' }): Promise<Response> {
  if (!server.reachable) throw new TypeError('Failed to fetch')
  const body = JSON.parse(init.body)
  server.requests.push(path.split('/').at(-1) ?? '')
  if (path.endsWith('/getDefaultWorkshop')) return Response.json({ success: true, data: { name: workshop.name } })
  if (path.endsWith('/getWorkshopQuestionnaire')) return Response.json({ success: true, data: workshop.questionnaires })
  if (path.endsWith('/getOpenWorkshopList')) return Response.json({ success: true, data: server.open })
  if (path.endsWith('/getQuestionnaireByNameAndLanguageCode'))
    return Response.json({ success: true, data: questionnaire(body.languageCode, server.newest) })
  server.sent.push(body)
  return server.answer()
}

beforeEach(() => {
  forgetOpenWorkshops()
  server = {
    open: [workshop],
    newest: 1,
    reachable: true,
    answer: () => Response.json({ success: true, data: { anonymousId: 'K7QM-2XWD-94HTR' } }),
    sent: [],
    requests: [],
  }
  vi.stubGlobal('fetch', serve)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})

afterEach(async () => {
  currentDraft()?.end()
  sessionStorage.clear()
  await setLanguage('en')
  vi.useRealTimers()
})

async function visit(page = <QuestionnairePage name={name} />): Promise<() => void> {
  const { unmount } = render(page)
  await act(async () => {})
  await act(async () => {})
  return unmount
}

/** Simulates a crash: memory is lost, the device's storage remains. */
async function reload(leave: () => void): Promise<() => void> {
  leave()
  const stored = Object.entries(localStorage)
  currentDraft()?.end()
  for (const [key, value] of stored) localStorage.setItem(key, value)
  return visit()
}

async function press(button: string | RegExp): Promise<void> {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: button })))
}

function write(label: string, text: string): void {
  fireEvent.change(screen.getByRole('textbox', { name: new RegExp(label.replaceAll('?', '\\?')) }), { target: { value: text } })
}

function heading(): string | null {
  return screen.getByRole('heading', { level: 1 }).textContent
}

async function answerAll(): Promise<void> {
  await press('Start')
  write(texts.en.fullName, 'Mai')
  await press('Continue')
  fireEvent.click(screen.getByRole('radio', { name: 'No' }))
  await press('Continue')
  write(texts.en.zipCode, '95110')
  await press('Continue')
}

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

describe('a questionnaire that another tab sent while this one was not listening', () => {
  const away = async (meanwhile: () => void) => {
    const leave = await visit()
    await answerAll()
    expect(heading()).toBe('Check your answers')
    leave()
    meanwhile()
    await visit()
  }

  it('starts over', async () => {
    await away(() => localStorage.clear())
    expect(await screen.findByRole('button', { name: 'Start' })).toBeTruthy()
  })

  it('control: keeps its place when no other tab changed it', async () => {
    await away(() => {})
    expect(heading()).toBe('Check your answers')
  })
})

describe('QuestionnairePage', () => {
  it('asks one question at a time on a phone, with progress in words and as a bar, and nothing preselected', async () => {
    await visit()
    await press('Start')
    expect(heading()).toBe('1. What is your name?')
    expect(screen.getByRole('progressbar', { name: 'Question 1 of 3' })).toBeTruthy()
    write(texts.en.fullName, 'Mai')
    await press('Continue')
    expect(screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.checked)).toEqual([false, false])
    expect(document.activeElement?.textContent).toBe('2. Have you been arrested?')
  })

  it('shows a follow-up directly below an answer that requires it, and only then', async () => {
    await visit()
    await press('Start')
    write(texts.en.fullName, 'Mai')
    await press('Continue')
    expect(screen.queryByText(texts.en.more)).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: 'Yes' }))
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('When and why?')
    await press('Continue')
    expect(screen.getByText('Required')).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'No' }))
    expect(screen.queryByText(texts.en.more)).toBeNull()
    await press('Continue')
    expect(heading()).toBe('3. Your ZIP code')
  })

  it("shows errors in the user's language and translates them when it changes", async () => {
    await visit()
    await press('Start')
    await press('Continue')
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
    expect(screen.getByText('Required')).toBeTruthy()
    await act(() => setLanguage('es'))
    expect(screen.getByText('Obligatorio')).toBeTruthy()
    write(texts.es.fullName, 'Mai')
    expect(screen.queryByText('Obligatorio')).toBeNull()
  })

  it('aligns a question and its choices by their own language on a page of the opposite direction', async () => {
    const sideOf = (part: Element) => part.closest('[dir]')?.getAttribute('dir')
    await visit()
    await press('Start')
    write(texts.en.fullName, 'Mai')
    await press('Continue')
    await act(() => setLanguage('ar'))
    const [question, choice] = [screen.getByRole('heading', { level: 1 }), screen.getByRole('radio', { name: 'Yes' })]
    expect([question, choice, choice.closest('fieldset')!].map(sideOf)).toEqual(['ltr', 'ltr', 'rtl'])
  })

  it('keeps answers and place when the language changes, at any question', async () => {
    await visit()
    await press('Start')
    write(texts.en.fullName, 'Mai')
    await press('Continue')
    fireEvent.click(screen.getByRole('radio', { name: 'Yes' }))
    write(texts.en.more, '1999')
    await act(() => setLanguage('es'))
    expect(heading()).toBe('2. ¿Le han arrestado?')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Sí' }).checked).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('1999')
    await act(() => setLanguage('ar'))
    expect(heading()).toBe('2. Have you been arrested?')
    expect(screen.getByRole('heading', { level: 1 }).getAttribute('dir')).toBe('ltr')
    expect(screen.getByText(/English/)).toBeTruthy()
  })

  it('keeps the previous language while another cannot be loaded, and switches when back online', async () => {
    await visit()
    await press('Start')
    server.reachable = false
    await act(() => setLanguage('es'))
    await act(async () => {})
    expect(heading()).toBe('1. What is your name?')
    server.reachable = true
    await act(async () => void dispatchEvent(new Event('online')))
    expect(heading()).toBe('1. ¿Cómo se llama?')
  })

  it('restores its state after a crash, even offline', async () => {
    const leave = await visit()
    await press('Start')
    write(texts.en.fullName, 'Mai')
    await press('Continue')
    fireEvent.click(screen.getByRole('radio', { name: 'No' }))
    server.reachable = false
    await reload(leave)
    expect(heading()).toBe('2. Have you been arrested?')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'No' }).checked).toBe(true)
    expect(screen.getByText('Saved on this device')).toBeTruthy()
    await press('Back')
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Mai')
  })

  it('lets the user review every answer, change one and return', async () => {
    await visit()
    await answerAll()
    expect(heading()).toBe('Check your answers')
    await press(/^Change: What is your name/)
    write(texts.en.fullName, 'Lan')
    await press('Continue')
    expect(heading()).toBe('Check your answers')
    expect(screen.getByText('Lan')).toBeTruthy()
  })
})

describe('the list of all questions', () => {
  it('shows which are answered, open or changed, and links to each', async () => {
    await visit()
    await answerAll()
    await press(/^Change: What is your name/)
    write(texts.en.fullName, 'Lan')
    await press('Continue')
    await press('All questions')
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '1. What is your name?Answered and changed',
      '2. Have you been arrested?Answered',
      '3. Your ZIP codeAnswered',
    ])
    await press(/^2\. Have you been arrested/)
    expect(heading()).toBe('2. Have you been arrested?')
    fireEvent.click(screen.getByRole('radio', { name: 'Yes' }))
    await press('All questions')
    expect(screen.getByText(texts.en.more, { exact: false }).parentElement?.textContent).toContain('Not answered yet')
    await press('Back')
    expect(heading()).toBe('2. Have you been arrested?')
  })

  it('clears all answers at any question after confirmation', async () => {
    await visit()
    await press('Start')
    expect(screen.queryByRole('button', { name: 'Clear my answers' })).toBeNull()
    write(texts.en.fullName, 'Mai')
    await press('Clear my answers')
    await press('Delete my answers')
    expect(localStorage.getItem('portico.answer.fullName')).toBeNull()
    expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy()
  })
})

describe('a text answer', () => {
  it('is kept in full beyond the limit, shows a count near it, and is rejected by Continue', async () => {
    await visit()
    await press('Start')
    write(texts.en.fullName, 'a'.repeat(1_599))
    expect(screen.queryByText(/Characters left/)).toBeNull()
    write(texts.en.fullName, 'a'.repeat(1_990))
    expect(screen.getByText('Characters left: 10')).toBeTruthy()
    write(texts.en.fullName, 'a'.repeat(10_000))
    expect(screen.getByText('Too many characters: 8000. Please make your answer shorter.')).toBeTruthy()
    expect(localStorage.getItem('portico.answer.fullName')).toHaveLength(10_000)
    await press('Continue')
    expect(heading()).toBe('1. What is your name?')
    expect(screen.getByText(/2000 characters or fewer/)).toBeTruthy()
  })
})

describe('sending', () => {
  it('submits the answers to questions that are asked, with version and key, and shows the number', async () => {
    await visit()
    await answerAll()
    await press('Send my answers')
    expect(server.sent).toEqual([
      {
        name,
        language: 'en',
        questionnaireId: 1,
        idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
        answers: { fullName: 'Mai', arrested: 'no', zipCode: '95110' },
      },
    ])
    expect(heading()).toBe('Your answers have been sent')
    expect(screen.getByText('K7QM-2XWD-94HTR')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'QR code with your personal number' })).toBeTruthy()
    expect(Object.keys(localStorage)).toEqual(['portico.sent-on'])
  })

  it("shows what to bring to the workshop, in the user's language where translated", async () => {
    await visit()
    await answerAll()
    await press('Send my answers')
    const bringing = () => [...document.querySelectorAll('.prose ul > li')].map((item) => item.textContent)
    await act(() => setLanguage('es'))
    expect(bringing()).toEqual([expect.stringContaining('número personal'), expect.stringContaining('residente permanente'), 'dos fotos'])
    await act(() => setLanguage('ar'))
    expect(bringing().at(-1)).toBe('two photos')
    expect(screen.getByText('two photos')).toMatchObject({ lang: 'en', dir: 'ltr' })
    await act(() => setLanguage('en'))
  })

  it('shows the number after a reload, until the page is handed to another person', async () => {
    const leave = await visit()
    await answerAll()
    await press('Send my answers')
    await reload(leave)
    expect(screen.getByText('K7QM-2XWD-94HTR')).toBeTruthy()
    await press('Answer for another person')
    expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy()
    expect(sessionStorage).toHaveLength(0)
  })

  it('waits for a connection, says so, and sends exactly once when back online', async () => {
    await visit()
    await answerAll()
    server.reachable = false
    await press('Send my answers')
    expect(heading()).toBe('Your answers are not sent yet')
    expect(screen.getByText(/^Waiting for a connection/)).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    server.reachable = true
    await act(async () => {
      dispatchEvent(new Event('online'))
      dispatchEvent(new Event('online'))
    })
    expect(server.sent).toHaveLength(1)
    expect(heading()).toBe('Your answers have been sent')
  })

  it('continues after a reload with the same key, even if registration has closed', async () => {
    const leave = await visit()
    await answerAll()
    server.answer = () => Response.json({ success: false, error_id: 'UNAVAILABLE', message: '' }, { status: 503 })
    await press('Send my answers')
    server.answer = () => Response.json({ success: true, data: { anonymousId: 'K7QM-2XWD-94HTR' } })
    server.open = []
    forgetOpenWorkshops()
    await reload(leave)
    expect(heading()).toBe('Your answers have been sent')
    expect(server.sent).toHaveLength(2)
    expect(server.sent[1]).toEqual(server.sent[0])
  })

  it('links to the question whose answer the server rejects', async () => {
    await visit()
    await answerAll()
    const issues = [{ path: ['answers', 'zipCode'], code: 'zip', message: 'Invalid zip code' }]
    server.answer = () => Response.json({ success: false, error_id: 'VALIDATION_ERROR', message: '', issues }, { status: 422 })
    await press('Send my answers')
    expect(heading()).toBe('Check your answers')
    await act(async () => fireEvent.click(screen.getByRole('link', { name: /Your ZIP code Invalid zip code/ })))
    expect(heading()).toBe('3. Your ZIP code')
    expect(screen.getByText('Invalid zip code')).toBeTruthy()
    write(texts.en.zipCode, '95112')
    await press('Continue')
    server.answer = () => Response.json({ success: true, data: { anonymousId: 'K7QM-2XWD-94HTR' } })
    await press('Send my answers')
    expect(server.sent.at(-1)).toMatchObject({ answers: { zipCode: '95112' } })
  })

  it('says when registration has closed how long answers are kept and whom to call, and sends them once it is open again', async () => {
    await visit()
    await answerAll()
    server.answer = () => Response.json({ success: false, error_id: 'REGISTRATION_DISABLED', message: '' })
    await press('Send my answers')
    expect(screen.getByText('Registration is currently disabled.')).toBeTruthy()
    expect(screen.getByText(/^Your answers are kept on this device until .+ 20\d\d\./)).toBeTruthy()
    expect((await screen.findAllByRole('link', { name: /^\(\d{3}\) \d{3}-\d{4}$/ })).length).toBeGreaterThan(0)
    server.answer = () => Response.json({ success: true, data: { anonymousId: 'K7QM-2XWD-94HTR' } })
    await press('Send my answers')
    expect(heading()).toBe('Your answers have been sent')
  })

  it('records on the device when answers were sent', async () => {
    const leave = await visit()
    await answerAll()
    await press('Send my answers')
    leave()
    sessionStorage.clear()
    await visit()
    expect(screen.getByText(/^Answers were sent from this device on .+ 20\d\d\./)).toBeTruthy()
    expect(localStorage.getItem('portico.sent-on')).toMatch(/^\{"screening":"20[^"]+"\}$/)
  })

  it('stores nothing on a shared device, before and after', async () => {
    await visit()
    fireEvent.click(screen.getByRole('checkbox', { name: /This is a shared device/ }))
    await answerAll()
    expect(screen.getByText('Shared device: nothing is kept')).toBeTruthy()
    expect(Object.keys(localStorage)).toEqual([])
    await press('Send my answers')
    expect(screen.getByText('K7QM-2XWD-94HTR')).toBeTruthy()
    expect(sessionStorage).toHaveLength(0)
    await press('Clear this page')
    await act(async () => {})
    expect(screen.queryByText('K7QM-2XWD-94HTR')).toBeNull()
    const shared = screen.getByRole<HTMLInputElement>('checkbox', { name: /This is a shared device/ })
    expect(shared.checked).toBe(true)
    fireEvent.click(shared)
  })

  it('enables autocomplete only on a device that is not shared', async () => {
    await visit()
    await press('Start')
    const field = () => screen.getByRole('textbox', { name: /What is your name/ }).getAttribute('autocomplete')
    expect(field()).toBe('name')
    await press('Back')
    fireEvent.click(screen.getByRole('checkbox', { name: /This is a shared device/ }))
    await press('Start')
    expect(field()).toBe('off')
    await press('Back')
    fireEvent.click(screen.getByRole('checkbox', { name: /This is a shared device/ }))
  })

  it('leaves nothing for the back-forward cache on a shared device, and everything otherwise', async () => {
    await visit()
    await press('Start')
    write(texts.en.fullName, 'Mai')
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    expect(screen.getByDisplayValue('Mai')).toBeTruthy()
    await press('Back')
    fireEvent.click(screen.getByRole('checkbox', { name: /This is a shared device/ }))
    await press('Continue')
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    expect(screen.queryByDisplayValue('Mai')).toBeNull()
    await act(async () => {})
    await answerAll()
    await press('Send my answers')
    expect(screen.getByText('K7QM-2XWD-94HTR')).toBeTruthy()
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    expect(screen.queryByText('K7QM-2XWD-94HTR')).toBeNull()
    await act(async () => {})
    fireEvent.click(screen.getByRole('checkbox', { name: /This is a shared device/ }))
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

  it('offers only to start again when the questions of the begun version are lost', async () => {
    const leave = await visit()
    await press('Start')
    write(texts.en.fullName, 'Mai')
    server.newest = 2
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

describe('CitizenshipPage', () => {
  it('lists each open questionnaire once, with the workshop that a submission would belong to', async () => {
    server.open = [workshop, { ...workshop, name: 'autumn', title: 'Autumn' }]
    await visit(<CitizenshipPage />)
    expect(screen.getAllByRole('article')).toHaveLength(1)
    expect(screen.getByText('Citizenship Day')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open the questionnaire' }).getAttribute('href')).toBe('/citizenship/screening')
  })

  it("titles each in the user's language, else in its first language, else by its name as words", async () => {
    const untitled = { name: 'second_one', titles: {}, languages: ['en'] }
    server.open = [{ ...workshop, questionnaires: [...workshop.questionnaires, untitled] }]
    await visit(<CitizenshipPage />)
    const headings = () =>
      screen.getAllByRole('heading', { level: 2 }).map(({ firstElementChild: title }) => [title?.textContent, title?.getAttribute('lang')])
    expect(headings()).toEqual([
      ['Questions for citizenship', 'en'],
      ['Second one', 'en'],
    ])
    await act(() => setLanguage('es'))
    expect(headings()[0]).toEqual(['Preguntas para la ciudadanía', 'es'])
    await act(() => setLanguage('ar'))
    expect(headings()[0]).toEqual(['Questions for citizenship', 'en'])
    await act(() => setLanguage('en'))
  })

  it('shows only that registration is disabled while no workshop is open', async () => {
    server.open = []
    await visit(<CitizenshipPage />)
    expect(document.body.textContent).toBe('CitizenshipRegistration is currently disabled.')
  })
})
