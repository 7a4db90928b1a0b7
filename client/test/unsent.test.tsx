import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { session } from '../src/api/session/session.ts'
import { useContractForm } from '../src/api/use-contract-form.ts'
import { useUnsent } from '../src/api/use-unsent.ts'
import { Protected } from '../src/layout/protected.tsx'
import { Form } from '../src/ui/form.tsx'
import { TextArea } from '../src/ui/fields/text-area.tsx'
import { renderPage } from './render-page.tsx'

const reasoned = z.object({ reason: z.string() })

function ReasonForm({ about }: { about: string }) {
  const form = useContractForm(reasoned, { reason: '' }, () => undefined)
  useUnsent(form, `reason for ${about}`)
  return (
    <Form form={form}>
      <TextArea label="Reason" {...form.field('reason')} />
    </Form>
  )
}

function formOf(about: string) {
  return (
    <Protected>
      <ReasonForm about={about} />
    </Protected>
  )
}

function reasonShown(): string {
  return screen.getByLabelText<HTMLTextAreaElement>('Reason').value
}

it('useUnsent restores the input of an ended session only for the same account and subject', async () => {
  const first = await renderPage(formOf('K7QM'), { as: 'ana' })
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Traffic ticket only' } })
  await act(() => session.signOut())
  expect(screen.queryByLabelText('Reason')).toBeNull()
  first.unmount()

  const other = await renderPage(formOf('Z9XX'), { as: 'ana' })
  expect(reasonShown()).toBe('')
  other.unmount()

  const outsider = await renderPage(formOf('K7QM'), { as: 'ben' })
  expect(reasonShown()).toBe('')
  outsider.unmount()

  const again = await renderPage(formOf('K7QM'), { as: 'ana' })
  expect(reasonShown()).toBe('Traffic ticket only')
  again.unmount()

  await renderPage(formOf('K7QM'), { as: 'ana' })
  expect(reasonShown()).toBe('')
})
