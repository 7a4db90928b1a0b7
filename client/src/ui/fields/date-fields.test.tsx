import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { setLanguage } from '../../words/language.ts'
import { DateFields } from './date-fields.tsx'

let handedOver = ''

function Field({ value = '' }: { value?: string }) {
  const [now, setNow] = useState(value)
  const change = (next: string) => {
    handedOver = next
    setNow(next)
  }
  return <DateFields label="Born" value={now} onChange={change} />
}

function fill(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

function labels(): string[] {
  return [...document.querySelectorAll('label')].map((label) => label.textContent ?? '')
}

afterEach(() => setLanguage('en'))

describe('DateFields', () => {
  it('returns the date in ISO format', () => {
    render(<Field />)
    fill('Day', '7')
    fill('Month', '03')
    fill('Year', '1980')
    expect(handedOver).toBe('1980-03-07')
    expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe('7')
  })

  it('keeps an incomplete date as entered', () => {
    const { unmount } = render(<Field />)
    fill('Month', '03')
    fill('Year', '80')
    expect(handedOver).toBe('80-03-')
    unmount()
    render(<Field value={handedOver} />)
    expect(screen.getByLabelText<HTMLInputElement>('Year').value).toBe('80')
    fill('Month', '')
    fill('Year', '')
    expect(handedOver).toBe('')
  })

  it('accepts digits of any script and drops other characters', () => {
    render(<Field />)
    fill('Day', '٠٧')
    fill('Month', '03')
    fill('Year', '१९८० AD')
    expect(handedOver).toBe('1980-03-07')
  })

  it('orders the fields and names the Gregorian months as in the language', async () => {
    const { unmount } = render(<Field />)
    expect(labels()).toEqual(['Month', 'Day', 'Year'])
    unmount()
    await setLanguage('fa')
    const persian = render(<Field />)
    expect(screen.getAllByRole('option')[1]?.textContent).toContain('ژانویه')
    persian.unmount()
    await setLanguage('ko')
    render(<Field />)
    expect(labels()).toEqual(['년', '월', '일'])
  })
})
