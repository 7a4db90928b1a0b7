import type { OpenWorkshop } from '@portico/shared/contract/workshops'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import type { Calls } from '../../../test/stubbed-link.ts'
import { agencies } from '../../content/agencies.ts'
import { courthouses } from '../../content/courthouses.ts'
import { pictureLanguages } from '../../content/help-pictures.ts'
import { setLanguage } from '../../words/language.ts'
import { AboutPage } from './about-page.tsx'
import { LandingPage } from './landing-page.tsx'
import { LinkedDayBadge } from './landing/linked-day-badge.tsx'
import { PrivacyPage } from './privacy-page.tsx'
import { ResourcesPage } from './resources-page.tsx'
import { TermsPage } from './terms-page.tsx'

const june: OpenWorkshop = {
  name: 'june_day',
  title: 'Day in June',
  titles: {},
  bring: { standard: [], own: [] },
  eventDate: '2024-06-06',
  startTime: null,
  endTime: null,
  timeZone: 'America/Los_Angeles',
  address: null,
  isDefault: false,
  questionnaires: [{ name: 'screening', titles: {}, languages: ['en'] }],
}

function hrefOf(name: string | RegExp): string | null {
  return screen.getByRole('link', { name }).getAttribute('href')
}

describe('LinkedDayBadge', () => {
  const badge = /Citizenship Day 2025.*Apr 5, 2025/
  const offers: Calls = {
    'workshops.getOpenWorkshopList': () => [],
    'workshops.getDefaultWorkshop': () => ({ name: 'june_day' }),
    'workshops.getWorkshopQuestionnaire': ({ workshopName }) =>
      workshopName === 'june_day'
        ? [
            { name: 'screening', titles: {}, languages: ['en'] },
            { name: 'second', titles: {}, languages: ['en'] },
          ]
        : [],
  }

  it('links to the citizenship questionnaire of the default workshop', async () => {
    await renderPage(<LinkedDayBadge />, { calls: offers })
    await expect.poll(() => hrefOf(badge)).toBe('/citizenship/screening')
  })

  it('links to the citizenship page when there is no default workshop', async () => {
    await renderPage(<LinkedDayBadge />, { calls: { ...offers, 'workshops.getDefaultWorkshop': () => ({}) } })
    expect(hrefOf(badge)).toBe('/citizenship')
  })

  it('shows the next open workshop instead of Citizenship Day 2025', async () => {
    const ahead = { ...june, eventDate: '2099-06-06' }
    await renderPage(<LinkedDayBadge />, { calls: { ...offers, 'workshops.getOpenWorkshopList': () => [june, ahead] } })
    await expect.poll(() => hrefOf(/Day in June.*Jun 6, 2099/)).toBe('/workshops/june_day/questionnaire/screening')
    expect(screen.queryByText(/2025/)).toBeNull()
  })

  it('links to the citizenship page when the default workshop has no questionnaire', async () => {
    await renderPage(<LinkedDayBadge />, { calls: { ...offers, 'workshops.getWorkshopQuestionnaire': () => [] } })
    expect(hrefOf(badge)).toBe('/citizenship')
  })
})

describe('LandingPage', () => {
  afterEach(() => setLanguage('en'))

  it('welcomes visitors and links to the questions, events, resources and donations', async () => {
    await renderPage(<LandingPage />)
    expect(screen.getByRole('heading', { level: 1, name: 'Free help to become a citizen' })).toBeTruthy()
    expect(screen.getByText(/^Welcome to Portico/)).toBeTruthy()
    expect(hrefOf('Answer the questions')).toBe('/citizenship')
    expect(hrefOf('Find an event')).toBe('/events')
    expect(hrefOf(/^Resources/)).toBe('/resources')
    expect(hrefOf('Donate')).toBe('/about#donate')
  })

  it('shows the disclaimer with links to the privacy policy and the terms', async () => {
    await renderPage(<LandingPage />)
    expect(screen.getByText(/It is not legal advice/)).toBeTruthy()
    expect(hrefOf('privacy policy')).toBe('/privacyPolicy')
    expect(hrefOf('terms and conditions')).toBe('/termsAndConditions')
  })

  it('changes the language from the language wall', async () => {
    await renderPage(<LandingPage />)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'فارسی' })))
    await expect.poll(() => [document.documentElement.lang, document.documentElement.dir]).toEqual(['fa', 'rtl'])
    await expect.poll(() => screen.getByRole('button', { name: 'فارسی' }).getAttribute('aria-current')).toBe('true')
  })
})

describe('ResourcesPage', () => {
  it('lists every courthouse and 18 agencies', async () => {
    await renderPage(<ResourcesPage />)
    expect(agencies).toHaveLength(18)
    for (const name of [...courthouses.map(({ title }) => title), ...agencies.map(({ agencyName }) => agencyName)]) {
      expect(screen.getByRole('heading', { level: 3, name })).toBeTruthy()
    }
  })

  it('omits unknown facts', async () => {
    await renderPage(<ResourcesPage />)
    expect(document.body.textContent).not.toMatch(/null|undefined/)
    const unknown = entryOf('Amigos de Guadalupe Center for Justice and Empowerment')
    expect(within(unknown).queryAllByRole('link')).toEqual([])
    expect(unknown.textContent).toContain('1897 Alum Rock Avenue')
    const hotline = entryOf('Santa Clara County Rapid Response Network (hotline)')
    expect(within(hotline).queryByRole('img', { name: 'Address' })).toBeNull()
    expect(within(hotline).getByRole('link', { name: '(408) 290-1144' }).getAttribute('href')).toBe('tel:+14082901144')
  })

  it('asks to confirm exactly the entries that could not be verified', async () => {
    await renderPage(<ResourcesPage />)
    const entries = [
      ...agencies.map(({ agencyName, verified }) => [agencyName, verified] as const),
      ...courthouses.map(({ title, verified }) => [title, verified] as const),
    ]
    for (const [name, verified] of entries) {
      expect([name, /We could not confirm/.test(entryOf(name).textContent)]).toEqual([name, !verified])
    }
    expect(entries.filter(([, verified]) => !verified)).toHaveLength(3)
  })

  it('has a target for each of its anchors', async () => {
    await renderPage(<ResourcesPage />)
    const anchors = screen.getAllByRole('link').flatMap((link) => /^#(.+)$/.exec(link.getAttribute('href') ?? '')?.[1] ?? [])
    expect(anchors).toEqual(['records', 'courts', 'agencies', 'help', 'help-en', 'help-es', 'help-vi'])
    for (const anchor of anchors) expect(document.getElementById(anchor)).toBeTruthy()
  })

  it('has the same pictures in English, Spanish and Vietnamese, with lines that fit', async () => {
    await renderPage(<ResourcesPage />)
    expect(screen.getAllByRole('img', { name: /: 1\. / })).toHaveLength(6)
    const shapes = pictureLanguages.map(({ pictures }) => pictures.map(({ id, steps }) => [id, ...steps.map(({ drawing }) => drawing)]))
    for (const shape of shapes) expect(shape).toEqual(shapes[0])
    const lines = pictureLanguages.flatMap(({ pictures }) => pictures.flatMap(({ steps }) => steps.flatMap((step) => step.lines)))
    expect(lines.filter((line) => line.length > 28)).toEqual([])
  })
})

describe('the other pages', () => {
  it('AboutPage states 14 languages and over 15,000 people, and has the anchors that external sites link to', async () => {
    await renderPage(<AboutPage />)
    expect(screen.getByText('Over 15,000').closest('div')?.textContent).toContain('people assisted')
    expect(screen.getByText('14').closest('div')?.textContent).toContain('languages')
    expect(document.getElementById('impact')).toBeTruthy()
    expect(document.getElementById('donate')).toBeTruthy()
    for (const partner of ['CET', 'OSSJ', 'SVCF']) expect(screen.getByText(partner)).toBeTruthy()
  })

  it('PrivacyPage contains the promises of the program', async () => {
    await renderPage(<PrivacyPage />)
    for (const promise of [
      'within 30 days',
      'within 5 days',
      'within 10 days',
      'within 72 hours',
      'at least 16',
      'under 18, you need a parent',
    ]) {
      expect(document.body.textContent).toContain(promise)
    }
  })

  it('TermsPage links to the privacy policy', async () => {
    await renderPage(<TermsPage />)
    expect(hrefOf('privacy policy')).toBe('/privacyPolicy')
    expect(document.body.textContent).toContain('at least 16 years old')
  })
})

function entryOf(name: string): HTMLElement {
  const entry = screen.getByRole('heading', { level: 3, name }).closest('li')
  if (!entry) throw new Error(`${name} is no entry of a list`)
  return entry
}
