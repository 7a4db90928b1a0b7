import { saveAgency, type AgencyDetails } from '@portico/shared/contract/agency'
import { languages } from '@portico/shared/words/languages'
import { limits } from '@portico/shared/words/limits'
import { logoKeys } from '@portico/shared/words/logos'
import { z } from 'zod'
import { trpc } from '../../../api/trpc.ts'
import { useContractForm } from '../../../api/use-contract-form.ts'
import { useUnsent } from '../../../api/use-unsent.ts'
import { Logo } from '../../../layout/navigation/logo.tsx'
import { Form } from '../../../ui/form.tsx'
import { SubmitOrCancel } from '../../../ui/submit-button.tsx'
import { RadioRows } from '../../../ui/fields/radio-rows.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Checklist } from '../checklist.tsx'
import { LoadNewer } from '../changes/load-newer.tsx'

const days = z
  .string()
  .trim()
  .regex(/^\d{1,3}$/, `Enter a number of days from 1 to ${limits.waitingDaysMax}`)
  .transform(Number)

const agencyForm = saveAgency.extend({
  waitingAmberDays: days.pipe(saveAgency.shape.waitingAmberDays.unwrap()),
  waitingRedDays: days.pipe(saveAgency.shape.waitingRedDays.unwrap()),
})

interface AgencyFormProps {
  /** Undefined to create a new agency. */
  agency: AgencyDetails | undefined
  onSaved: (name: string) => void
  /** Reloads the agency from the server. */
  onReload: () => void
  onCancel: () => void
}

/** Creates or changes an agency. */
export function AgencyForm({ agency, onSaved, onReload, onCancel }: AgencyFormProps) {
  const utils = trpc.useUtils()
  const save = trpc.agency.saveAgency.useMutation()
  const form = useContractForm(
    agencyForm,
    {
      id: agency?.id,
      ifVersion: agency?.version ?? 0,
      name: agency?.name ?? '',
      languages: agency?.languages ?? [],
      logoKey: agency?.logoKey ?? 'portico',
      waitingAmberDays: String(agency?.waitingAmberDays ?? limits.waitingAmberDays),
      waitingRedDays: String(agency?.waitingRedDays ?? limits.waitingRedDays),
    },
    async (values) => {
      const { name } = await save.mutateAsync(values)
      await Promise.all([utils.agency.invalidate(), utils.responses.invalidate()])
      onSaved(name)
    },
    ({ id, message }) => (id === 'INVALID_REQUEST' ? { field: 'name', message } : undefined),
  )
  useUnsent(form, `agency ${agency?.id ?? ''}`)
  const spoken = form.controlled('languages')
  return (
    <Form form={form} label={agency ? `Agency ${agency.name}` : 'New agency'}>
      <TextField label="Name" autoComplete="off" {...form.field('name')} />
      <Checklist
        label="Languages"
        optional
        hint="Respondents are assigned to an agency that works in their language, if there is one."
        choices={languages.map(({ code, englishName }) => ({ value: code, label: englishName }))}
        none=""
        {...spoken}
        value={spoken.value ?? []}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Amber after"
          hint="Business days of waiting"
          inputMode="numeric"
          autoComplete="off"
          {...form.field('waitingAmberDays')}
        />
        <TextField
          label="Red after"
          hint="Business days of waiting"
          inputMode="numeric"
          autoComplete="off"
          {...form.field('waitingRedDays')}
        />
      </div>
      <RadioRows
        label="Logo"
        sideBySide
        choices={logoKeys.map((key) => ({ value: key, label: <Logo logoKey={key} height={28} /> }))}
        {...form.field('logoKey')}
      />
      <LoadNewer error={save.error} onLoad={onReload} />
      <SubmitOrCancel form={form} busyLabel="Saving" onCancel={onCancel}>
        Save agency
      </SubmitOrCancel>
    </Form>
  )
}
