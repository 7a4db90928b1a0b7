import { newWebhook, type CreatedWebhook } from '@portico/shared/contract/webhooks'
import { webhookEvents, webhookEventNames } from '@portico/shared/words/webhook-events'
import { z } from 'zod'
import { workshopChoices } from '../../../layout/workshops/workshop-name.tsx'
import { trpc } from '../../../api/trpc.ts'
import { useContractForm } from '../../../api/use-contract-form.ts'
import { useReauthentication } from '../../../layout/reauthentication.tsx'
import { Form } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { SubmitOrCancel } from '../../../ui/submit-button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Checklist } from '../checklist.tsx'

/** A new secret, which is shown only once. */
export type NewSecret = Pick<CreatedWebhook, 'secret'> & { readonly name: string }

// An empty selection means every workshop.
const webhookForm = z
  .object({ ...newWebhook.shape, workshopNames: z.array(z.string()) })
  .transform(({ workshopNames, ...rest }): z.input<typeof newWebhook> => ({ ...rest, ...(workshopNames.length > 0 && { workshopNames }) }))
  .pipe(newWebhook)

/** Creates a webhook that notifies a program of events. */
export function WebhookForm({ onCreated, onCancel }: { onCreated: (secret: NewSecret) => void; onCancel: () => void }) {
  const utils = trpc.useUtils()
  const workshops = trpc.workshops.getWorkshopList.useQuery()
  const create = trpc.webhooks.createWebhook.useMutation()
  const { run, dialog } = useReauthentication()
  const form = useContractForm(webhookForm, { name: '', url: '', events: [], workshopNames: [], test: false }, async (values) => {
    const created = await run(() => create.mutateAsync(values))
    if (!created) return
    await utils.webhooks.getWebhookList.invalidate()
    onCreated({ ...created, name: values.name })
  })
  return (
    <>
      <Form form={form} label="New webhook">
        <TextField label="Name" hint="What receives it." autoComplete="off" {...form.field('name')} />
        <TextField
          label="Address"
          hint="With https. Private networks are never reached."
          autoComplete="off"
          spellCheck={false}
          {...form.field('url')}
        />
        <Checklist
          label="Events"
          hint="Only IDs and states are sent, never answers or contact data."
          choices={webhookEventNames.map((value) => ({ value, label: webhookEvents[value], hint: value }))}
          long
          none=""
          {...form.controlled('events')}
        />
        <Checklist
          label="Workshops"
          optional
          hint="Only events of these workshops. All workshops if you choose none."
          choices={workshopChoices(workshops.data)}
          none="No workshops yet."
          {...form.controlled('workshopNames')}
        />
        <Checkbox
          label="For test workshops"
          hint="It receives events of test workshops only. Other webhooks receive none of those."
          {...form.field('test')}
        />
        <SubmitOrCancel form={form} busyLabel="Creating" onCancel={onCancel}>
          Create webhook
        </SubmitOrCancel>
      </Form>
      {dialog}
    </>
  )
}
