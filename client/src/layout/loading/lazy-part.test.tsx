import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage, type } from '../../../test/render-page.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyPart } from './lazy-part.ts'
import { PartUnreachable } from './part-unreachable.tsx'

const fails = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

it('lazyPart keeps the page, with what was typed there, when a part of it cannot be loaded', async () => {
  const Part = lazyPart(fails, PartUnreachable)
  await renderPage(
    <ErrorBoundary location="/">
      <label>
        Note
        <input />
      </label>
      <Part />
    </ErrorBoundary>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('We cannot reach Portico. Check your connection and try again.')
  type('Note', 'Bring the court papers')
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Bring the court papers')
  screen.getByRole('button', { name: 'Try again' })
})

const Greeting = ({ name }: { name: string }) => <p>Welcome, {name}</p>
const Plain = ({ name }: { name: string }) => <p>{name}</p>

it.each([
  ['the part once it is loaded', () => Promise.resolve(Greeting), 'Welcome, Mai'],
  ['what replaces it, with the same props, if it cannot be', fails, 'Mai'],
])('lazyPart shows %s', async (_what, load, text) => {
  const Part = lazyPart(load, Plain)
  await renderPage(<Part name="Mai" />)
  expect((await screen.findByText(text)).textContent).toBe(text)
})
