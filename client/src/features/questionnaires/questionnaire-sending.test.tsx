import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setLanguage } from '../../words/language.ts'
import { forgetOpenWorkshops } from './loading/server-calls.ts'
import { press } from '../../../test/render-page.tsx'
import { answerAll, heading, name, reload, stubQuestionnaireServer, texts, visit, write } from '../../../test/questionnaire-visit.tsx'

const server = stubQuestionnaireServer()

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
