import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setLanguage } from '../../words/language.ts'
import { NotRemembered } from '../field.tsx'
import { PhoneInput } from './phone-input.tsx'

let handedOver = ''

function Field({ value = '' }: { value?: string }) {
  const [now, setNow] = useState(value)
  const change = (next: string) => {
    handedOver = next
    setNow(next)
  }
  return <PhoneInput label="Phone" value={now} onChange={change} />
}

function field(): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Number' })
}

function type(text: string): void {
  fireEvent.change(field(), { target: { value: text } })
}

async function search(text: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: /^Country/ }))
  fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })
  await act(() => vi.advanceTimersByTimeAsync(100))
}

afterEach(async () => {
  vi.useRealTimers()
  await setLanguage('en')
})

describe('PhoneInput', () => {
  it('allows autocomplete except inside NotRemembered', () => {
    const { unmount } = render(<Field />)
    expect(field().autocomplete).toBe('tel')
    unmount()
    render(
      <NotRemembered value>
        <Field />
      </NotRemembered>,
    )
    expect(field().autocomplete).toBe('off')
  })

  it('normalises any notation to a plus and digits', () => {
    render(<Field />)
    for (const text of ['(408) 555-0123', '408.555.0123', '1 408 555 0123', '+1 408 555 0123', '٤٠٨٥٥٥٠١٢٣']) {
      type(text)
      expect(handedOver).toBe('+14085550123')
    }
    type('')
    expect(handedOver).toBe('')
  })

  it('drops the national trunk zero', async () => {
    vi.useFakeTimers()
    render(<Field />)
    await search('viet')
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
    type('0912 345 678')
    expect(handedOver).toBe('+84912345678')
  })

  it('detects the country of a number in international notation', () => {
    render(<Field />)
    type('+84 91 234 56 78')
    expect(screen.getByRole('button', { name: /^Country Vietnam\s*VN \+84$/ })).toBeTruthy()
    fireEvent.blur(field())
    expect(field().value).toBe('0912 345 678')
  })

  it('keeps the country while a number is typed, even one with too many digits', () => {
    render(<Field />)
    const countries = new Set<string | null>()
    for (let length = 1; length <= 14; length += 1) {
      type('40855501234567'.slice(0, length))
      countries.add(screen.getByRole('button', { name: /^Country/ }).textContent)
    }
    expect([...countries]).toHaveLength(1)
    expect(handedOver).toBe('+140855501234567')
  })

  it('shows a stored number in the national format of its country', () => {
    render(<Field value="+14085550123" />)
    expect(field().value).toBe('(408) 555-0123')
    expect(screen.getByRole('button', { name: /^Country United States\s*US \+1$/ })).toBeTruthy()
  })

  it('accepts at most 17 digits including the dial code, and 250 characters', () => {
    render(<Field />)
    type('1'.repeat(40))
    expect(field().value).toHaveLength(16)
    expect(handedOver.replaceAll(/\D/g, '').length).toBeLessThanOrEqual(17)
    type(`+${'4'.repeat(40)}`)
    expect(handedOver).toBe(`+${'4'.repeat(17)}`)
    type(' '.repeat(300))
    expect(field().value).toHaveLength(250)
  })

  it('finds a country by its localised or English name, by code and by dial code, after 100 ms', async () => {
    vi.useFakeTimers()
    await setLanguage('es')
    render(<Field />)
    fireEvent.click(screen.getByRole('button', { name: /^País/ }))
    const all = screen.getAllByRole('option').length
    expect(all).toBeGreaterThan(200)
    for (const text of ['etiopia', 'ethiop', 'ET +251', '+251', '٢٥١']) {
      fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })
      await act(() => vi.advanceTimersByTimeAsync(99))
      await act(() => vi.advanceTimersByTimeAsync(1))
      expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Etiopía+251'])
    }
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'vietnam' } })
    await act(() => vi.advanceTimersByTimeAsync(99))
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Etiopía+251'])
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Vietnam+84'])
  })

  it('supports keyboard navigation in the country list and restores the focus', async () => {
    vi.useFakeTimers()
    render(<Field />)
    await search('vi')
    const box = screen.getByRole('combobox')
    const active = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent
    const [first, second] = screen.getAllByRole('option').map((option) => option.textContent)
    expect(active()).toBe(first)
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    expect(active()).toBe(second)
    fireEvent.keyDown(box, { key: 'Escape' })
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Country United States/ }))
  })

  it('warns about a number that looks too short on blur', () => {
    render(<Field />)
    type('555')
    expect(screen.getByRole('status').textContent).toBe('')
    fireEvent.blur(field())
    expect(screen.getByRole('status').textContent).toBe('This number looks incomplete. Please check it.')
    expect(handedOver).toBe('+1555')
  })
})
