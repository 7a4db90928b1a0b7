import { saveAgency, type AgencyDetails } from '@portico/shared/contract/agency'
import { languages } from '@portico/shared/words/languages'
import { logoKeys } from '@portico/shared/words/logos'
import { trpc } from '../../api/trpc.ts'
import { useContractForm } from '../../api/use-contract-form.ts'
import { useUnsent } from '../../api/use-unsent.ts'
import { Logo } from '../../layout/navigation/logo.tsx'
import { Form } from '../../ui/form.tsx'
import { SubmitOrCancel } from '../../ui/submit-button.tsx'
import { RadioRows } from '../../ui/fields/radio-rows.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Checklist } from './checklist.tsx'

interface AgencyFormProps {
  /** Undefined: a new one. */
  agency: AgencyDetails | undefined
  onSaved: (name: string) => void
  onCancel: () => void
}

/** Creates or changes an agency. */
export function AgencyForm({ agency, onSaved, onCancel }: AgencyFormProps) {
  const utils = trpc.useUtils()
  const save = trpc.agency.saveAgency.useMutation()
  const form = useContractForm(
    saveAgency,
    { id: agency?.id, name: agency?.name ?? '', languages: agency?.languages ?? [], logoKey: agency?.logoKey ?? 'portico' },
    async (values) => {
      const { name } = await save.mutateAsync(values)
      await Promise.all([utils.agency.invalidate(), utils.responses.invalidate()])
      onSaved(name)
    },
    ({ id, message }) => (id === 'INVALID_REQUEST' ? { field: 'name', message } : undefined),
  )
  useUnsent(form, `agency ${agency?.id ?? ''}`)
  const spoken = form.held('languages')
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
      <RadioRows
        label="Logo"
        sideBySide
        choices={logoKeys.map((key) => ({ value: key, label: <Logo logoKey={key} height={28} /> }))}
        {...form.field('logoKey')}
      />
      <SubmitOrCancel form={form} busyLabel="Saving" onCancel={onCancel}>
        Save agency
      </SubmitOrCancel>
    </Form>
  )
}
