import { newApiToken, type CreatedApiToken } from '@portico/shared/contract/api-tokens'
import { tokenCalls } from '@portico/shared/rules/api-token-calls'
import { z } from 'zod'
import { trpc } from '../../../api/trpc.ts'
import { workshopChoices } from '../../../layout/workshops/workshop-name.tsx'
import { useContractForm } from '../../../api/use-contract-form.ts'
import { useReauthentication } from '../../../layout/reauthentication.tsx'
import { Form } from '../../../ui/form.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { SubmitOrCancel } from '../../../ui/submit-button.tsx'
import { Checklist } from '../checklist.tsx'

/** A created token with its secret, which is shown only once. */
export type CreatedToken = CreatedApiToken & { readonly name: string }

const dayMs = 24 * 60 * 60_000

/**
 * Form values converted to the contract's input: selects yield strings, ranges are one per line, and an empty selection means no
 * restriction.
 */
const tokenForm = z
  .object({
    name: newApiToken.shape.name,
    calls: newApiToken.shape.calls,
    workshopNames: z.array(z.string()),
    agencyIds: z.array(z.number()),
    addressRanges: z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .refine((ranges) => newApiToken.shape.addressRanges.safeParse(ranges.length > 0 ? ranges : undefined).success, {
        message: 'Write addresses or ranges, like 203.0.113.0/24.',
      }),
    days: z.string(),
  })
  .transform(({ workshopNames, agencyIds, addressRanges, days, ...rest }): z.input<typeof newApiToken> => ({
    ...rest,
    ...(workshopNames.length > 0 && { workshopNames }),
    ...(agencyIds.length > 0 && { agencyIds }),
    ...(addressRanges.length > 0 && { addressRanges }),
    expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString(),
  }))
  .pipe(newApiToken)

const groupLabels = {
  downloads: 'All of downloads',
  responses: 'All of responses',
  agency: 'All of agency',
  workshops: 'All of workshops',
  questionnaires: 'All of questionnaires',
}
const callChoices = [
  ...Object.entries(groupLabels).map(([value, label]) => ({ value, label })),
  ...Object.keys(tokenCalls).map((path) => ({ value: path.replaceAll('.', '/'), label: path.replaceAll('.', '/') })),
]

// One day less than the maximum of a year, because clocks differ.
const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '364', label: '364 days' },
]

/** Creates an API token for a program. */
export function ApiTokenForm({ onCreated, onCancel }: { onCreated: (token: CreatedToken) => void; onCancel: () => void }) {
  const utils = trpc.useUtils()
  const workshops = trpc.workshops.getWorkshopList.useQuery()
  const agencies = trpc.agency.getAllAgencies.useQuery()
  const create = trpc.admin.createApiToken.useMutation()
  const { run, dialog } = useReauthentication()
  const defaults = { name: '', calls: [], workshopNames: [], agencyIds: [], addressRanges: '', days: '90' }
  const form = useContractForm(tokenForm, defaults, async (values) => {
    const created = await run(() => create.mutateAsync(values))
    if (!created) return
    await utils.admin.getApiTokenList.invalidate()
    onCreated({ ...created, name: values.name })
  })
  return (
    <>
      <Form form={form} label="New API token">
        <TextField label="Name" hint="What the program is for." autoComplete="off" {...form.field('name')} />
        <Checklist
          label="Calls"
          hint="The only calls it may make. “All of …” stands for the calls that exist today."
          choices={callChoices}
          long
          none=""
          {...form.controlled('calls')}
        />
        <Checklist
          label="Workshops"
          optional
          hint="The only workshops it sees. All if you choose none."
          choices={workshopChoices(workshops.data)}
          none="No workshops yet."
          {...form.controlled('workshopNames')}
        />
        <Checklist
          label="Agencies"
          optional
          hint="It sees only respondents assigned to them. Everybody if you choose none."
          choices={(agencies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          none="No agencies yet."
          {...form.controlled('agencyIds')}
        />
        <TextArea
          label="Network addresses"
          optional
          hint="Addresses or ranges it may be used from, one per line, like 203.0.113.0/24. Any address if you leave this empty."
          {...form.field('addressRanges')}
        />
        <Select label="Works for" choices={lifetimes} {...form.field('days')} />
        <SubmitOrCancel form={form} busyLabel="Creating" onCancel={onCancel}>
          Create token
        </SubmitOrCancel>
      </Form>
      {dialog}
    </>
  )
}
