import type { Slot } from '@portico/shared/contract/seats'
import type { Workshop } from '@portico/shared/contract/workshops'
import { slotTimes } from '@portico/shared/rules/slot-times'
import { languageCodes, languages } from '@portico/shared/words/languages'
import { limits } from '@portico/shared/words/limits'
import { useState } from 'react'
import { z } from 'zod'
import { useContractForm } from '../../../api/use-contract-form.ts'
import { CheckboxRows } from '../../../ui/fields/radio-rows.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Disclosure } from '../../../ui/lists/disclosure.tsx'
import { SubmitOrCancel } from '../../../ui/submit-button.tsx'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d/, 'Enter a time')

function wholeNumber(max: number) {
  const fault = `Enter a number from 1 to ${max}`
  return z
    .string()
    .regex(/^\d{1,4}$/, fault)
    .transform(Number)
    .pipe(z.int().min(1, fault).max(max, fault))
}

const fields = z
  .object({ from: time, until: time, every: wholeNumber(720), seats: wholeNumber(limits.slotSeatsMax) })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'Enter a time that is not before the first' })
  .refine(({ from, until, every }) => slotTimes({ from, until, every }).length <= limits.slotsMax, {
    path: ['every'],
    message: `These are more than ${limits.slotsMax} times`,
  })

interface SlotsFormProps {
  workshop: Workshop
  slots: readonly Slot[]
  onSave: (slots: readonly Slot[]) => Promise<void>
  onCancel: () => void
}

/** Sets slots at a regular interval with their seats and interpreters. Existing slots at those times are overwritten. */
export function SlotsForm({ workshop, slots, onSave, onCancel }: SlotsFormProps) {
  const [spoken, setSpoken] = useState<readonly string[]>([])
  const form = useContractForm(
    fields,
    { from: workshop.startTime ?? '', until: workshop.startTime ?? '', every: '30', seats: '' },
    async ({ seats, ...range }) => {
      const times = slotTimes(range)
      const set = times.map((at) => ({ time: at, seats, languages: languageCodes.filter((code) => spoken.includes(code)) }))
      await onSave([...slots.filter((slot) => !times.includes(slot.time)), ...set])
    },
  )
  return (
    <div className="rounded-md border-[1.5px] border-edge bg-raised p-4">
      <Form form={form} label="Times of this workshop">
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <TextField type="time" label="First time" {...form.field('from')} />
          <TextField type="time" label="Last time" {...form.field('until')} />
          <TextField label="Every … minutes" inputMode="numeric" autoComplete="off" {...form.field('every')} />
          <TextField label="Seats each" inputMode="numeric" autoComplete="off" {...form.field('seats')} />
        </div>
        <Disclosure title={spoken.length > 0 ? `Interpreters: ${spoken.length}` : 'Interpreters'}>
          <CheckboxRows
            label="Languages of the interpreters at these times"
            choices={languages.map(({ code, englishName }) => ({ value: code, label: englishName }))}
            chosen={spoken}
            onChange={setSpoken}
          />
        </Disclosure>
        <p className="text-sm text-mute">Times that are there already get these seats and interpreters. Other times stay as they are.</p>
        <SubmitOrCancel form={form} busyLabel="Saving" onCancel={onCancel}>
          Save
        </SubmitOrCancel>
      </Form>
    </div>
  )
}
