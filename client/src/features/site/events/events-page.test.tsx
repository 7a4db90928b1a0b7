import { act, screen, within } from '@testing-library/react'
import type { OpenWorkshop } from '@portico/shared/contract/workshops'
import { languages } from '@portico/shared/words/languages'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { Refusal, type Calls } from '../../../../test/stubbed-link.ts'
import { setLanguage } from '../../../words/language.ts'
import { EventList } from './event-list.tsx'

const june: OpenWorkshop = {
  name: 'june_day',
  title: 'Citizenship Day in June',
  titles: { vi: 'Ngày Quốc tịch tháng Sáu' },
  bring: { standard: [], own: [] },
  eventDate: '2026-06-06',
  startTime: null,
  endTime: null,
  timeZone: 'America/Los_Angeles',
  address: { line1: '1 Main Street', city: 'San Jose' },
  isDefault: true,
  questionnaires: [{ name: 'screening', titles: {}, languages: ['en', 'vi'] }],
}

function answering(list: Calls['workshops.getOpenWorkshopList']): { calls: Calls } {
  return { calls: { 'workshops.getOpenWorkshopList': list } }
}

function titles(): string[] {
  return screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
}

async function at(time: string, list: Calls['workshops.getOpenWorkshopList'] = () => []) {
  vi.setSystemTime(new Date(time))
  const shown = await renderPage(<EventList />, { at: '/events', ...answering(list) })
  await act(() => vi.advanceTimersByTimeAsync(50))
  return shown
}

describe('EventList', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('lists Citizenship Day 2025 in fifteen languages before it is over, each with its date and a registration link', async () => {
    await at('2025-03-01T12:00:00-08:00')
    const rows = within(screen.getByRole('list', { name: 'Upcoming events' })).getAllByRole('listitem')
    expect(rows).toHaveLength(15)
    const headings = screen.getAllByRole('heading', { level: 2 })
    const names = headings.map((heading) => within(heading).getByText(/2025|۲۰۲۵/))
    expect(names.map((name) => [name.lang, name.dir])).toEqual(languages.map(({ code, direction }) => [code, direction]))
    expect(titles()[1]).toBe('Día de la Ciudadanía 2025')
    for (const row of rows) {
      expect(within(row).getByText('Apr 5, 2025')).toBeTruthy()
      expect(
        within(row)
          .getByRole('link', { name: /^Register for / })
          .getAttribute('href'),
      ).toBe('/citizenship')
    }
  })

  it("lists the version in the reader's language first", async () => {
    await setLanguage('ru')
    await at('2025-03-01T12:00:00-08:00')
    expect(titles().slice(0, 2)).toEqual(['День гражданства 2025', 'Citizenship Day 2025'])
    await setLanguage('en')
  })

  it('drops events at 23:59:59 of their day while the page is open', async () => {
    await at('2025-04-05T23:58:30-07:00')
    expect(titles()).toHaveLength(15)
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(titles()).toEqual([])
    expect(screen.getByText('No upcoming events')).toBeTruthy()
  })

  it('shows an empty state when all events are over and no workshop is open', async () => {
    await at('2026-05-01T12:00:00-07:00')
    expect(screen.getByText('No upcoming events')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Find legal help' }).getAttribute('href')).toBe('/resources#agencies')
  })

  it('lists open workshops first, with place and languages, linked to their questionnaire', async () => {
    await at('2025-04-01T12:00:00-07:00', () => [{ ...june, startTime: '09:00', endTime: '13:00' }])
    expect(titles()).toHaveLength(16)
    expect(titles()[0]).toBe('Citizenship Day in June')
    const [row] = screen.getAllByRole('listitem')
    expect(row?.textContent).toMatch(/Jun 6, 2026\s*9:00\sAM\s–\s1:00\sPM/)
    expect(row?.textContent).toContain('1 Main Street, San Jose')
    expect(row?.textContent).toContain('Tiếng Việt')
    const register = screen.getByRole('link', { name: 'Register for Citizenship Day in June' })
    expect(register.getAttribute('href')).toBe('/workshops/june_day/questionnaire/screening')
  })

  it("shows the title of an open workshop in the reader's language", async () => {
    await setLanguage('vi')
    await at('2026-05-01T12:00:00-07:00', () => [june])
    expect(titles()).toEqual(['Ngày Quốc tịch tháng Sáu'])
    await setLanguage('en')
  })

  it('omits a workshop whose day is over even if its registration is open', async () => {
    await at('2026-06-07T12:00:00-07:00', () => [june])
    expect(screen.getByText('No upcoming events')).toBeTruthy()
  })

  it('shows a workshop without date, place or questionnaire', async () => {
    await at('2026-05-01T12:00:00-07:00', () => [{ ...june, eventDate: null, address: null, questionnaires: [] }])
    expect(screen.getByText('We will tell you the date later.')).toBeTruthy()
    expect(screen.getByRole('link', { name: /^Register for / }).getAttribute('href')).toBe('/citizenship')
  })

  it('shows an error instead of the empty state when loading fails, and retries on request', async () => {
    let down = true
    await at('2026-05-01T12:00:00-07:00', () => {
      if (down) throw new Refusal('UNAVAILABLE', 'Portico cannot answer now.')
      return [june]
    })
    expect(screen.queryByText('No upcoming events')).toBeNull()
    expect(screen.getByRole('alert').textContent).toContain('We could not load the newest events.')
    down = false
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
    await act(() => vi.advanceTimersByTimeAsync(50))
    expect(titles()).toEqual(['Citizenship Day in June'])
  })
})
