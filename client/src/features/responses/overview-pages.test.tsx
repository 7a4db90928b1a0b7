import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Figures } from '@portico/shared/contract/overview'
import { describe, expect, it } from 'vitest'
import { entry, pageOf } from '../../../test/respondents.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { Refusal, type Calls } from '../../../test/stubbed-link.ts'
import { everyDay } from './figures/charts.tsx'
import { AllRespondentsPage, GreenRespondentsPage, RedRespondentsPage } from './overview-pages.tsx'

const overview = {
  total: 8,
  unassigned: 1,
  byFlag: [
    { flag: 'red', respondents: 1 },
    { flag: 'green', respondents: 0 },
    { flag: 'in-progress', respondents: 7 },
    { flag: 'not-applicable', respondents: 0 },
  ],
  byLanguage: [
    { language: 'vi', respondents: 5 },
    { language: 'ko', respondents: 3 },
  ],
  byAgency: [{ agency: null, respondents: 8 }],
  byDay: [
    { day: '2025-03-20', respondents: 2 },
    { day: '2025-03-23', respondents: 1 },
  ],
} as const

const figures: Figures = {
  decided: null,
  byAgency: [],
  byLanguage: [],
  expected: null,
  byWeek: [
    { week: '2025-03-17', respondents: 12, byFlag: [{ flag: 'red', respondents: 5 }] },
    { week: '2025-03-24', respondents: 9, byFlag: [{ flag: 'green', respondents: 7 }] },
  ],
  dropOff: [],
}

function visit(asked: unknown[], more: Calls = {}): Calls {
  return {
    'workshops.getWorkshopList': () => [
      { name: 'spring_day', title: 'Spring day', eventDate: null, isDefault: true, registrationOpen: true },
    ],
    'responses.getOverview': () => structuredClone(overview) as never,
    'responses.getAllResponses': (input) => {
      asked.push(input)
      return pageOf([entry()], { offset: input?.pagination?.offset ?? 0, count: 23 })
    },
    ...more,
  }
}

describe('OverviewPage', () => {
  it.each([
    [AllRespondentsPage, 'Admin Response Overview', { includeGreen: true, includeRed: true, includeInProgress: true }],
    [GreenRespondentsPage, 'Green Dot Respondents', { includeGreen: true, includeRed: false, includeInProgress: false }],
    [RedRespondentsPage, 'Red Dot Respondents', { includeGreen: false, includeRed: true, includeInProgress: false }],
  ])('requests the flags of its title: %#', async (Page, title, includes) => {
    const asked: unknown[] = []
    await renderPage(<Page />, { as: 'adam', calls: visit(asked) })
    expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeDefined()
    expect(asked).toEqual([expect.objectContaining({ ...includes, pagination: { offset: 0, count: 10 }, filter: { query: '' } })])
  })

  it('has the columns of the specification', async () => {
    await renderPage(<AllRespondentsPage />, { as: 'adam', calls: visit([]) })
    const heads = [...(await screen.findByRole('table', { name: 'Admin Response Overview' })).querySelectorAll('thead th')]
    expect(heads.map((head) => head.textContent)).toEqual([
      '#',
      'AnonymousId',
      'Contact',
      'Response Date',
      'Initial Flag',
      'Current Status',
      'Details',
    ])
  })

  it('reads offset, query and workshop from the URL and numbers rows from the offset', async () => {
    const asked: unknown[] = []
    await renderPage(<AllRespondentsPage />, { as: 'adam', at: '/x?offset=20&query=mai&workshop=spring_day', calls: visit(asked) })
    await screen.findByText('21')
    expect(asked).toEqual([
      expect.objectContaining({ name: 'spring_day', pagination: { offset: 20, count: 10 }, filter: { query: 'mai' } }),
    ])
  })

  it('keeps paging in the URL and resets it for a new search', async () => {
    const page = await renderPage(<AllRespondentsPage />, { as: 'adam', at: '/x', calls: visit([]) })
    await screen.findByText('1–10 of 23')
    fireEvent.click(screen.getByRole('button', { name: 'Last' }))
    await waitFor(() => expect(page.address()).toBe('/x?offset=20'))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'mai' } })
    await waitFor(() => expect(page.address()).toBe('/x?query=mai'))
  })

  it('shows figures on one line, and charts without small groups on request', async () => {
    await renderPage(<AllRespondentsPage />, { as: 'adam', calls: visit([], { 'responses.getFigures': () => structuredClone(figures) }) })
    const figure = async (name: string) =>
      (await screen.findByText(name, { selector: 'dt, dt *' })).closest('div')?.querySelector('dd')?.textContent
    expect(await figure('All')).toBe('8')
    expect(await figure('In progress')).toBe('7')
    expect(await figure('No agency')).toBe('1')
    expect(screen.queryByRole('table', { name: 'By language they prefer' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Show charts' }))
    const languages = screen.getByRole('table', { name: 'By language they prefer' }).textContent
    expect(languages).toContain('Vietnamese5')
    expect(languages).not.toContain('Korean')
    expect(screen.getByText('Languages and agencies of fewer than 5 are not shown.')).toBeDefined()
    expect(screen.getByText(/^1 respondent who is in progress or red has no agency/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Show as a table' }))
    expect(screen.getByRole('table', { name: 'By day' }).textContent).toContain('Mar 20, 2025')
    const weeks = within(await screen.findByRole('table', { name: 'By week' })).getAllByRole('row')
    expect(weeks.map(({ textContent }) => textContent)).toEqual(['Week fromAllRed dotGreen dot', 'Mar 24, 20259–7', 'Mar 17, 2025125–'])
  })

  it.each([
    ['a single day', overview.byDay.slice(0, 1), ['Mar 20, 2025']],
    ['control: several days', overview.byDay, ['Mar 20, 2025', 'Mar 23, 2025']],
  ])('labels each end of the day chart once: %s', async (_what, byDay, named) => {
    const calls = visit([], { 'responses.getOverview': () => structuredClone({ ...overview, byDay }) as never })
    await renderPage(<AllRespondentsPage />, { as: 'adam', calls })
    fireEvent.click(await screen.findByRole('button', { name: 'Show charts' }))
    const axis = screen.getByRole('img', { name: /^Responses on/ }).nextElementSibling
    expect([...(axis?.children ?? [])].map(({ textContent }) => textContent)).toEqual(named)
  })

  it('shows an error and retries', async () => {
    let broken = true
    const calls = visit([], {
      'responses.getAllResponses': () => {
        if (broken) throw new Refusal('INVALID_REQUEST', 'Out of order')
        return pageOf([entry()])
      },
    })
    await renderPage(<AllRespondentsPage />, { as: 'adam', calls })
    expect(await screen.findByText('An error has occurred: Out of order')).toBeDefined()
    broken = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('rowheader', { name: /Mai Nguyen/ })).toBeDefined()
  })
})

describe('everyDay', () => {
  it('fills the gaps between the first and the last day', () => {
    expect(everyDay([...overview.byDay])).toEqual([
      { day: '2025-03-20', respondents: 2 },
      { day: '2025-03-21', respondents: 0 },
      { day: '2025-03-22', respondents: 0 },
      { day: '2025-03-23', respondents: 1 },
    ])
    expect(everyDay([])).toEqual([])
  })
})
