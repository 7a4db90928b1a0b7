import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, answersOf, entry, pageOf, questionnaire } from '../../../test/respondents.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { Refusal, type Calls } from '../../../test/stubbed-link.ts'
import { Protected } from '../../layout/protected.tsx'
import { LiveRegion } from '../../ui/feedback/toast.tsx'
import { ToReviewPage } from './to-review-page.tsx'
import { WorkshopRespondentsPage } from './workshop-respondents-page.tsx'

const park = entry({ id: 'AAAA-2222-33333', name: 'Park Ji-woo', reds: 0 })
const mai = entry()
const oneAgency: Calls = {
  'workshops.getWorkshopList': () => [],
  'agency.getMyAgencyList': () => [{ id: 7, name: 'North Valley Legal Aid' }],
}

describe('ToReviewPage', () => {
  it('tells a user without agencies that they are not a member of any', async () => {
    await renderPage(<ToReviewPage />, { as: 'ana', calls: { 'agency.getMyAgencyList': () => [] } })
    expect(await screen.findByText('You are not a member of any agency yet.')).toBeDefined()
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it.each(['FORBIDDEN', 'UNAUTHENTICATED'] as const)('redirects to the sign-in page when the agency list is refused: %s', async (id) => {
    const shown = (
      <Protected>
        <ToReviewPage />
      </Protected>
    )
    const refuse = () => {
      throw new Refusal(id, '')
    }
    const page = await renderPage(shown, { as: 'ana', at: '/home/agency/inprogress', calls: { 'agency.getMyAgencyList': refuse } })
    await waitFor(() => expect(page.address()).toBe('/authentication/sign-in'))
  })

  it('lists the respondents in progress of the first agency, five per page', async () => {
    const requests: unknown[] = []
    await renderPage(<ToReviewPage />, {
      as: 'ana',
      at: '/home/agency/inprogress?offset=5&query=park',
      calls: {
        'agency.getMyAgencyList': () => [
          { id: 7, name: 'North Valley Legal Aid' },
          { id: 8, name: 'Another' },
        ],
        'agency.getAssignedRespondents': (input) => {
          requests.push(input)
          return pageOf([park], { offset: 5, count: 6, batchSize: 5 })
        },
      },
    })
    expect(await screen.findByText('Agency: North Valley Legal Aid')).toBeDefined()
    await screen.findByRole('rowheader', { name: /Park Ji-woo/ })
    expect(requests).toEqual([
      {
        agencyId: 7,
        pagination: { offset: 5, count: 5 },
        includeGreen: false,
        includeRed: false,
        includeInProgress: true,
        order: 'workshop',
        reverse: false,
        filter: { query: 'park' },
      },
    ])
    const heads = [...screen.getByRole('table').querySelectorAll('thead th')]
    expect(heads.map((head) => head.textContent)).toEqual([
      '#',
      'Date',
      'Anonymous Id',
      'Contact Info',
      'Status',
      'Remaining Flags',
      'Waiting',
      'Workshop',
      'Language',
      'Actions',
    ])
  })

  it('marks respondents who have waited too long or are ready to decide, with their language and current reader', async () => {
    const late = entry({ name: 'Olga Late', reds: 0, waiting: { businessDays: 8, level: 'red' }, claimedBy: 'Ben Baker' })
    await renderPage(<ToReviewPage />, { as: 'ana', calls: { ...oneAgency, 'agency.getAssignedRespondents': () => pageOf([late]) } })
    const row = (await screen.findByRole('rowheader', { name: /Olga Late/ })).closest('tr')
    expect(row?.textContent).toContain('8 days')
    expect(row?.textContent).toContain('Ready to decide')
    expect(row?.textContent).toContain('Vietnamese')
    expect(row?.textContent).toContain('Apr 5, 2025')
    expect(row?.textContent).toContain('Ben is reading this')
    expect(screen.getByRole('img', { name: 'very late' })).toBeDefined()
  })

  it('shows the workshop of a case by its title, and a case without a name by its id', async () => {
    const nameless = entry({ id: 'AAAA-2222-33333', name: '' })
    await renderPage(<ToReviewPage />, {
      as: 'ana',
      calls: {
        ...oneAgency,
        'workshops.getWorkshopList': () => [
          { name: 'spring_day', title: 'Citizenship Saturday', eventDate: '2025-04-05', isDefault: true, registrationOpen: true },
        ],
        'agency.getAssignedRespondents': () => pageOf([nameless, entry({ workshopName: 'autumn_day' })]),
      },
    })
    const rows = (await screen.findAllByRole('rowheader')).map((header) => header.closest('tr')?.textContent)
    expect(rows[0]).toContain('Citizenship Saturday')
    expect(rows[0]).not.toContain('spring_day')
    expect(rows[1]).toContain('autumn_day')
    expect(screen.getByRole('button', { name: 'Edit AAAA-2222-33333' })).toBeDefined()
  })

  it('reads sorting and filters from the URL and keeps them there', async () => {
    const asked: Parameters<NonNullable<Calls['agency.getAssignedRespondents']>>[0][] = []
    const page = await renderPage(<ToReviewPage />, {
      as: 'ana',
      at: '/home/agency/inprogress?order=-flags&language=es&workshop=spring_day&ready=1&mine=1',
      calls: {
        ...oneAgency,
        'agency.getAssignedRespondents': (input) => {
          asked.push(input)
          return pageOf([park])
        },
      },
    })
    await screen.findByRole('rowheader', { name: /Park Ji-woo/ })
    expect(asked.at(-1)).toMatchObject({
      order: 'flags',
      reverse: true,
      filter: { language: 'es', workshopName: 'spring_day', ready: true, mine: true },
    })
    expect(screen.getByRole('columnheader', { name: 'Remaining Flags' }).getAttribute('aria-sort')).toBe('descending')
    fireEvent.click(screen.getByRole('button', { name: 'Ready to decide', pressed: true }))
    fireEvent.click(screen.getByRole('button', { name: 'Waiting' }))
    await waitFor(() => expect(page.address()).toBe('/home/agency/inprogress?order=waiting&language=es&workshop=spring_day&mine=1'))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ order: 'waiting', reverse: false, filter: { ready: undefined } }))
  })

  it('selects among several agencies by the URL', async () => {
    const asked: number[] = []
    const page = await renderPage(<ToReviewPage />, {
      as: 'ana',
      at: '/home/agency/inprogress?agency=8',
      calls: {
        'workshops.getWorkshopList': () => [],
        'agency.getMyAgencyList': () => [
          { id: 7, name: 'North Valley Legal Aid' },
          { id: 8, name: 'Another' },
        ],
        'agency.getAssignedRespondents': ({ agencyId }) => {
          asked.push(agencyId)
          return pageOf([park])
        },
      },
    })
    expect(await screen.findByText('Agency: Another')).toBeDefined()
    await waitFor(() => expect(asked).toEqual([8]))
    fireEvent.change(screen.getByLabelText('Agency'), { target: { value: '7' } })
    await waitFor(() => expect(page.address()).toBe('/home/agency/inprogress?agency=7'))
    await waitFor(() => expect(asked.at(-1)).toBe(7))
  })

  it('offers to reset the filters when no respondent matches', async () => {
    const page = await renderPage(<ToReviewPage />, {
      as: 'ana',
      at: '/home/agency/inprogress?ready=1',
      calls: { ...oneAgency, 'agency.getAssignedRespondents': () => pageOf([]) },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Show everyone' }))
    await waitFor(() => expect(page.address()).toBe('/home/agency/inprogress'))
  })

  it('announces the decision on a respondent who left the list, and opens the next one', async () => {
    let left = false
    const calls: Calls = {
      'agency.getMyAgencyList': () => [{ id: 7, name: 'North Valley Legal Aid' }],
      'agency.getAssignedRespondents': () => pageOf(left ? [mai] : [park, mai]),
      'responses.getRespondentAnswerInfo': () => answersOf([answer({ identifier: 'arrested', answerId: 5 })]),
      'questionnaires.getQuestionnaireById': ({ code }) => questionnaire(code, ['arrested']),
      'agency.submitRespondentStatusOverride': () => {
        left = true
        return {}
      },
    }
    const shown = (
      <>
        <ToReviewPage />
        <LiveRegion />
      </>
    )
    await renderPage(shown, { as: 'ana', calls })
    fireEvent.click(await screen.findByRole('button', { name: /^Edit ?Park Ji-woo/ }))
    expect(screen.getByRole('button', { name: /^Cancel Edit ?Park Ji-woo/ }).getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('heading', { name: 'Overall' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Mark as green' }))
    fireEvent.click(screen.getByRole('button', { name: 'Yes', hidden: true }))
    expect(await screen.findByText('Park Ji-woo is a green dot now.')).toBeDefined()
    fireEvent.click(await screen.findByRole('button', { name: 'Review Mai Nguyen next' }))
    await waitFor(() => expect(screen.getByRole('button', { name: /^Cancel Edit ?Mai Nguyen/ })).toBeDefined())
  })

  it('says when no respondent is waiting', async () => {
    await renderPage(<ToReviewPage />, {
      as: 'ana',
      calls: {
        'agency.getMyAgencyList': () => [{ id: 7, name: 'North Valley Legal Aid' }],
        'agency.getAssignedRespondents': () => pageOf([]),
      },
    })
    expect(await screen.findByText(/No one is waiting for you/)).toBeDefined()
  })
})

describe('WorkshopRespondentsPage', () => {
  it('lists the green dots of the default workshop with check-in', async () => {
    const requests: unknown[] = []
    await renderPage(<WorkshopRespondentsPage />, {
      as: 'ana',
      calls: {
        'workshops.getWorkshopList': () => [
          { name: 'autumn_day', title: 'Autumn day', eventDate: '2025-10-01', isDefault: false, registrationOpen: false },
          { name: 'spring_day', title: 'Spring day', eventDate: '2025-04-05', isDefault: true, registrationOpen: true },
        ],
        'responses.getWorkshopGreenDotResponses': (input) => {
          requests.push(input)
          return pageOf([entry({ current: 'green', reds: 0 })])
        },
      },
    })
    expect(await screen.findByRole('heading', { name: 'Workshop Respondent List' })).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Check in Mai Nguyen' })).toBeDefined()
    expect(requests).toEqual([{ name: 'spring_day', pagination: { offset: 0, count: 10 }, filter: { query: '' } }])
  })

  it('tells an agency without workshops that it takes part in none', async () => {
    await renderPage(<WorkshopRespondentsPage />, { as: 'ana', calls: { 'workshops.getWorkshopList': () => [] } })
    expect(await screen.findByText(/is not part of a workshop yet/)).toBeDefined()
  })
})
