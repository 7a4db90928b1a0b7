import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { Pager } from './pager.tsx'
import { SearchBox } from './search-box.tsx'
import { useOffset } from './url-state.ts'

function pageAt(offset: number, count = 23) {
  return { pagination: { batchSize: 10, offset }, meta: { count } }
}

function isUnavailable(name: string): boolean {
  return screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'
}

describe('Pager', () => {
  it('moves to the last, next and previous page, and shows the row range', async () => {
    const { address } = await renderPage(<Pager page={pageAt(10)} loading={false} />, { at: '/list?offset=10&query=mai' })
    expect(screen.getByRole('status').textContent).toBe('11–20 of 23')
    fireEvent.click(screen.getByRole('button', { name: 'Last' }))
    expect(address()).toBe('/list?offset=20&query=mai')
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(address()).toBe('/list?offset=20&query=mai')
    fireEvent.click(screen.getByRole('button', { name: 'Prev' }))
    expect(address()).toBe('/list?query=mai')
  })

  it('disables the way back on the first page', async () => {
    await renderPage(<Pager page={pageAt(0)} loading={false} />)
    expect(['First', 'Prev', 'Next', 'Last'].map(isUnavailable)).toEqual([true, true, false, false])
  })

  it('is disabled while a page loads', async () => {
    const { address } = await renderPage(<Pager page={pageAt(10)} loading />, { at: '/list?offset=10' })
    expect(['First', 'Prev', 'Next', 'Last'].map(isUnavailable)).toEqual([true, true, true, true])
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(address()).toBe('/list?offset=10')
  })

  it('says that a page waits for the network', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await renderPage(<Pager page={pageAt(10)} loading />)
    expect(screen.getByRole('status').textContent).toBe('We cannot reach Portico. Check your connection and try again.')
    online.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    expect(screen.getByRole('status').textContent).toBe('11–20 of 23')
  })

  it('leads back from beyond the end of a list that has become shorter', async () => {
    const { address } = await renderPage(<Pager page={pageAt(90, 23)} loading={false} />, { at: '/list?offset=90' })
    expect(screen.getByRole('status').textContent).toBe('Nothing to show')
    fireEvent.click(screen.getByRole('button', { name: 'Prev' }))
    expect(address()).toBe('/list?offset=20')
  })
})

describe('useOffset', () => {
  it.each([
    ['?offset=20', 20],
    ['?offset=-5', 0],
    ['?offset=abc', 0],
    ['?offset=1e3', 0],
    ['?offset=99999999999999999999', 0],
    ['', 0],
  ])('parses %s as %i', async (search, offset) => {
    await renderPage(<ShownOffset />, { at: `/list${search}` })
    expect(screen.getByText(`begins at ${offset}`)).toBeTruthy()
  })
})

describe('SearchBox', () => {
  it('shows the query of the URL, writes a new one on submit and returns to the first page', async () => {
    const { address } = await renderPage(<SearchBox />, { at: '/list?offset=20&query=mai' })
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
    expect(box.value).toBe('mai')
    fireEvent.change(box, { target: { value: ' nguyen ' } })
    expect(address()).toBe('/list?offset=20&query=mai')
    fireEvent.submit(box)
    expect(address()).toBe('/list?query=nguyen')
  })

  it('searches after a pause in typing', async () => {
    const { address } = await renderPage(<SearchBox />, { at: '/list' })
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'mai' } })
    await expect.poll(address).toBe('/list?query=mai')
  })

  it('can be disabled', async () => {
    await renderPage(<SearchBox disabled />)
    expect(screen.getByRole<HTMLInputElement>('searchbox').disabled).toBe(true)
  })
})

function ShownOffset() {
  const [offset] = useOffset()
  return <p>begins at {offset}</p>
}
