import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setLanguage } from '../../words/language.ts'
import { press } from '../../../test/render-page.tsx'
import { answerAll, heading, reload, stubQuestionnaireServer, texts, visit, write } from '../../../test/questionnaire-visit.tsx'

const server = stubQuestionnaireServer()

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
