import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import type { Person } from '../../../test/profiles.ts'
import { setLanguage } from '../../words/language.ts'
import { Shell } from '../shell.tsx'
import { TopBar } from './top-bar.tsx'

const always = ['Home', 'Events', 'Citizenship', 'Resources', 'About', 'Impact', 'Donate']

function linksIn(element: HTMLElement): string[] {
  return within(element)
    .getAllByRole('link')
    .map((link) => link.firstChild?.textContent ?? '')
}

describe('the top bar', () => {
  const expected: readonly (readonly [Person | undefined, readonly string[]])[] = [
    [undefined, ['Login']],
    ['ana', ['Agency', 'Logout']],
    ['adam', ['Admin', 'Logout']],
    ['rosa', ['Admin', 'Logout']],
    ['vera', ['Volunteer', 'Logout']],
  ]
  it.each(expected)('shows %s the links of their roles', async (person, links) => {
    await renderPage(<TopBar />, { as: person })
    expect(linksIn(screen.getByRole('navigation', { name: 'Main' }))).toEqual([...always, ...links])
  })

  it('opens Impact and Donate in a new tab and says so', async () => {
    await renderPage(<TopBar />)
    for (const name of [/^Impact.*opens in a new tab/, /^Donate.*opens in a new tab/]) {
      expect(screen.getByRole('link', { name }).getAttribute('target')).toBe('_blank')
    }
  })

  it('marks the current page', async () => {
    await renderPage(<TopBar />, { at: '/events' })
    const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map((link) => link.textContent)).toEqual(['Events'])
  })
})

describe('the mobile menu', () => {
  it('toggles with its button and closes on an outside click and on Escape', async () => {
    await renderPage(<TopBar />)
    const button = screen.getByRole('button', { name: 'Menu' })
    const menus = () => screen.getAllByRole('navigation', { name: 'Main' }).length
    const closed = menus()
    fireEvent.click(button)
    expect([menus(), button.getAttribute('aria-expanded')]).toEqual([closed + 1, 'true'])
    fireEvent.click(button)
    expect(menus()).toBe(closed)
    fireEvent.click(button)
    fireEvent.click(document.body)
    expect(menus()).toBe(closed)
    fireEvent.click(button)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(menus()).toBe(closed)
    expect(document.activeElement).toBe(button)
  })
})

describe('the language switcher', () => {
  afterEach(() => setLanguage('en'))

  it('offers fifteen languages by their native names and keeps input when the language changes', async () => {
    await renderPage(
      <Shell>
        <input aria-label="Your name" />
      </Shell>,
    )
    fireEvent.change(screen.getByLabelText('Your name'), { target: { value: 'Mai' } })
    fireEvent.click(screen.getByRole('button', { name: /English/ }))
    expect(screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('button'))).toHaveLength(15)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'العربية' })))
    await expect.poll(() => [document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl'])
    expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Mai')
    expect(localStorage.getItem('portico-language')).toBe('ar')
    expect(document.cookie).toContain('portico-language=ar')
  })
})

describe('the second row of links', () => {
  it.each([
    [
      'adam',
      '/home/admin/downloads',
      'Admin',
      ['All Respondents', 'Green Dots', 'Red Dots', 'Questionnaire Upload', 'Downloads', 'Create User'],
    ],
    ['ana', '/home/agency/workshop', 'Agency', ['To Review', 'Workshop Respondents']],
  ] as const)('shows %s the pages under %s', async (person, at, name, links) => {
    await renderPage(<Shell>x</Shell>, { as: person, at })
    expect(linksIn(screen.getByRole('navigation', { name }))).toEqual(expect.arrayContaining([...links]))
  })

  it('is hidden on other pages', async () => {
    await renderPage(<Shell>x</Shell>, { as: 'adam', at: '/events' })
    expect(screen.queryByRole('navigation', { name: 'Admin' })).toBeNull()
  })
})

describe('the error boundary', () => {
  it('shows the error and keeps the navigation', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const Broken = () => {
      throw new Error('the list has no rows')
    }
    await renderPage(
      <Shell>
        <Broken />
      </Shell>,
    )
    expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy()
    expect(screen.getByText('the list has no rows')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Events' })).toBeTruthy()
  })
})
