import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setLanguage } from '../../words/language.ts'
import { CitizenshipPage } from './citizenship-page.tsx'
import { stubQuestionnaireServer, visit, workshop } from '../../../test/questionnaire-visit.tsx'

const server = stubQuestionnaireServer()

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
