import { recordedRequest } from '@portico/shared/contract/privacy'
import { privacyRequestKinds } from '@portico/shared/rules/privacy'
import { z } from 'zod'
import { trpc } from '../../api/trpc.ts'
import { useContractForm } from '../../api/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { RadioRows } from '../../ui/fields/radio-rows.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { kindLabels } from './kind-labels.ts'

/** Form values converted to the contract's input. No kind is preselected: one of them deletes. */
const requestForm = z
  .object({
    anonymousId: z.string().trim().min(1, 'Required'),
    kind: z.string().pipe(z.enum(privacyRequestKinds, 'Required')),
    text: z.string().trim(),
  })
  .transform(({ anonymousId, kind, text }) => ({ respondent: { anonymousId }, kind, ...(text !== '' && { text }) }))
  .pipe(recordedRequest)

/** Records a request made by phone, by letter or in person. Its deadline counts from now. */
export function RecordRequestForm({ onDone }: { onDone: () => void }) {
  const utils = trpc.useUtils()
  const record = trpc.privacy.recordRequest.useMutation()
  const form = useContractForm(requestForm, { anonymousId: '', kind: '', text: '' }, async (request) => {
    await record.mutateAsync(request)
    await utils.privacy.invalidate()
    onDone()
  })
  const kind = form.controlled('kind')
  return (
    <div className="max-w-prose rounded-md border border-line bg-raised p-6">
      <Form form={form} label="Note a request">
        <TextField label="Personal number" autoComplete="off" {...form.field('anonymousId')} />
        <RadioRows
          label="What they ask for"
          {...kind}
          onChange={(event) => kind.onChange(event.target.value)}
          choices={privacyRequestKinds.map((value) => ({ value, label: kindLabels[value] }))}
        />
        {kind.value === 'correct' && <TextArea label="What has to be corrected" {...form.field('text')} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.busy} busyLabel="Saving">
            Save
          </Button>
          <Button kind="secondary" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  )
}
