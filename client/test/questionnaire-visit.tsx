import { act, fireEvent, render, screen } from '@testing-library/react'
import type { Question, Questionnaire } from '@portico/shared/contract/questionnaires'
import type { OpenWorkshop } from '@portico/shared/contract/workshops'
import { afterEach, beforeEach, vi } from 'vitest'
import { setLanguage } from '../src/words/language.ts'
import { forgetOpenWorkshops } from '../src/features/questionnaires/loading/server-calls.ts'
import { currentDraft } from '../src/features/questionnaires/loading/current-draft.ts'
import { QuestionnairePage } from '../src/features/questionnaires/questionnaire-page.tsx'
import { press } from './render-page.tsx'

/** The name of the questionnaire of {@link workshop}. */
export const name = 'screening'

/** The default workshop, which is open and has one questionnaire in two languages. */
export const workshop: OpenWorkshop = {
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

/** The texts of its questions. */
export const texts = {
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

/** What the stubbed server answers, and what it received. */
interface Server {
  open: OpenWorkshop[]
  newest: number
  /** The versions before the newest that can be had. */
  earlier: readonly number[]
  reachable: boolean
  /** The response to a submission. */
  answer: () => Response | Promise<Response>
  /** The response to the opening of a walk-in's link. */
  walkIn: () => Response
  /** Sealed drafts by lookup name. */
  readonly transfers: Map<string, string>
  readonly sent: Record<string, unknown>[]
  readonly requests: string[]
}

const server: Server = newServer()

function newServer(): Server {
  return {
    open: [workshop],
    newest: 1,
    earlier: [1],
    walkIn: () => Response.json({ success: false, error_id: 'NOT_FOUND', message: 'Not found' }),
    transfers: new Map(),
    reachable: true,
    answer: () => Response.json({ success: true, data: { anonymousId: 'K7QM-2XWD-94HTR' } }),
    sent: [],
    requests: [],
  }
}

/** Answers a request as the stubbed server does. */
export async function serve(path: string, init: { body: string } = { body: '{}' }): Promise<Response> {
  if (!server.reachable) throw new TypeError('Failed to fetch')
  const body = JSON.parse(init.body)
  server.requests.push(path.split('/').at(-1) ?? '')
  if (path.endsWith('/getDefaultWorkshop')) return Response.json({ success: true, data: { name: workshop.name } })
  if (path.endsWith('/getWorkshopQuestionnaire')) return Response.json({ success: true, data: workshop.questionnaires })
  if (path.endsWith('/getOpenWorkshopList')) return Response.json({ success: true, data: server.open })
  if (path.endsWith('/getQuestionnaireByNameAndLanguageCode')) {
    const { languageCode, id = server.newest } = body
    if (id === server.newest || server.earlier.includes(id)) return Response.json({ success: true, data: questionnaire(languageCode, id) })
    return Response.json({ success: false, error_id: 'QUESTIONNAIRE_NOT_FOUND', message: 'Not found' })
  }
  if (path.endsWith('/openWalkIn')) return server.walkIn()
  if (path.endsWith('/openTransfer'))
    return Response.json({
      success: true,
      data: { sealed: server.transfers.get(body.lookup), fetchesLeft: 2, expiresAt: '2030-01-01T00:00:00Z' },
    })
  server.sent.push(body)
  return server.answer()
}

/** Answers the calls of respondents' pages in every test of a file; each test begins with the default workshop and an empty device. */
export function stubQuestionnaireServer(): Server {
  beforeEach(() => {
    forgetOpenWorkshops()
    Object.assign(server, newServer())
    vi.stubGlobal('fetch', serve)
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  })
  afterEach(async () => {
    currentDraft()?.end()
    sessionStorage.clear()
    await setLanguage('en')
    vi.useRealTimers()
  })
  return server
}

/** Renders a page, by default the questionnaire's, until its first requests are answered; returns a function that unmounts it. */
export async function visit(page = <QuestionnairePage name={name} />): Promise<() => void> {
  const { unmount } = render(page)
  await act(async () => {})
  await act(async () => {})
  return unmount
}

/** Simulates a crash: memory is lost, the device's storage remains. */
export async function reload(leave: () => void): Promise<() => void> {
  leave()
  const stored = Object.entries(localStorage)
  currentDraft()?.end()
  for (const [key, value] of stored) localStorage.setItem(key, value)
  return visit()
}

/** Writes into the text field with this label. */
export function write(label: string, text: string): void {
  fireEvent.change(screen.getByRole('textbox', { name: new RegExp(label.replaceAll('?', '\\?')) }), { target: { value: text } })
}

export function heading(): string | null {
  return screen.getByRole('heading', { level: 1 }).textContent
}

/** Answers every question, up to the page that shows all answers. */
export async function answerAll(): Promise<void> {
  await press('Start')
  write(texts.en.fullName, 'Mai')
  await press('Continue')
  fireEvent.click(screen.getByRole('radio', { name: 'No' }))
  await press('Continue')
  write(texts.en.zipCode, '95110')
  await press('Continue')
}
