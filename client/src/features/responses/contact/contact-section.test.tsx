import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openCase } from '../../../../test/open-case.tsx'

it('shows what the respondent replied by text message', async () => {
  await openCase({
    'agency.getContactLog': () => ({
      messages: [],
      calls: [],
      textsStopped: false,
      replies: [{ text: 'Can I bring my daughter?', attachments: 0, receivedAt: '2026-11-20T17:00:00.000Z' }],
    }),
  })
  expect(await screen.findByText('Reply by text message')).toBeDefined()
  expect(screen.getByText('Can I bring my daughter?')).toBeDefined()
})
