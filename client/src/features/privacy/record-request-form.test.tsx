import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { press, renderPage, type } from '../../../test/render-page.tsx'
import { RecordRequestForm } from './record-request-form.tsx'

async function visit() {
  const recorded: unknown[] = []
  const calls = {
    'privacy.recordRequest': (input: unknown) => {
      recorded.push(input)
      return {}
    },
  }
  await renderPage(<RecordRequestForm onDone={() => {}} />, { as: 'adam', calls })
  return recorded
}

describe('RecordRequestForm', () => {
  it('records nothing until somebody chose what is asked for', async () => {
    const recorded = await visit()
    expect(screen.queryAllByRole('radio', { checked: true })).toEqual([])
    await press('Save')
    expect(screen.getAllByText('Required')).toHaveLength(2)
    type('Personal number', 'FXMC-TY6F-HG474')
    await press('Save')
    expect(screen.getAllByText('Required')).toHaveLength(1)
    expect(recorded).toEqual([])
    fireEvent.click(screen.getByRole('radio', { name: 'Stop using it' }))
    await press('Save')
    expect(recorded).toEqual([{ respondent: { anonymousId: 'FXMC-TY6F-HG474' }, kind: 'stop' }])
  })
})
