import type { Configuration } from '@portico/shared/contract/downloads'
import { z } from 'zod'
import { useContractForm } from '../../api/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/lists/disclosure.tsx'
import { Form } from '../../ui/form.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

const day = z.union([z.literal(''), z.iso.date('Enter a date')])
const range = z.object({ from: day, to: day }).superRefine(({ from, to }, context) => {
  if (from === '' && to === '') context.addIssue({ code: 'custom', path: ['from'], message: 'Enter a first day, a last day or both' })
  if (from !== '' && to !== '' && to < from) context.addIssue({ code: 'custom', path: ['to'], message: 'The last day is before the first' })
})

/** Requests the respondents who answered within a range of days, inclusive, in the device's time zone. */
export function TimeRangeForm({ onAsk }: { onAsk: (configuration: Configuration) => Promise<unknown> }) {
  const form = useContractForm(range, { from: '', to: '' }, (days) => onAsk(rangeOf(days)))
  return (
    <div className="max-w-prose">
      <Disclosure title="Only responses from certain days">
        <Form form={form} label="Days">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField type="date" label="First day" {...form.field('from')} />
            <TextField type="date" label="Last day" {...form.field('to')} />
          </div>
          <div>
            <Button type="submit" kind="secondary" busy={form.busy}>
              These days
            </Button>
          </div>
        </Form>
      </Disclosure>
    </div>
  )
}

/** Returns the range from the start of `from` to the start of the day after `to`; both are YYYY-MM-DD or empty. */
export function rangeOf({ from, to }: { from: string; to: string }): Configuration {
  return { ...(from && { start: startOf(from).toISOString() }), ...(to && { end: startOf(to, 1).toISOString() }) }
}

function startOf(calendarDay: string, daysLater = 0): Date {
  const [year = 0, month = 1, date = 1] = calendarDay.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater)
}
