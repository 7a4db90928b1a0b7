import { privacyRequestKinds, type PrivacyRequestKind } from '@portico/shared/rules/privacy'
import { useState, type FormEvent } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioRows } from '../../ui/fields/radio-rows.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { kindLabels } from './kind-labels.ts'

/** Records a request made by phone, by letter or in person. Its deadline counts from now. No kind is preselected: one of them deletes. */
export function RecordRequestForm({ onDone }: { onDone: () => void }) {
  const utils = trpc.useUtils()
  const record = trpc.privacy.recordRequest.useMutation()
  const [anonymousId, setAnonymousId] = useState('')
  const [kind, setKind] = useState<PrivacyRequestKind>()
  const [submitted, setSubmitted] = useState(false)
  const [text, setText] = useState('')
  const save = async (chosen: PrivacyRequestKind) => {
    await record.mutateAsync({ respondent: { anonymousId }, kind: chosen, ...(text.trim() && { text }) })
    await utils.privacy.invalidate()
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (kind !== undefined && anonymousId.trim() !== '' && !record.isPending) void save(kind).catch(() => {})
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Note a request"
      className="grid max-w-prose gap-6 rounded-md border border-line bg-raised p-6"
    >
      <TextField
        label="Personal number"
        value={anonymousId}
        onChange={(event) => setAnonymousId(event.target.value)}
        autoComplete="off"
        error={submitted && anonymousId.trim() === '' ? 'Required' : undefined}
      />
      <RadioRows
        label="What they ask for"
        value={kind ?? ''}
        onChange={(event) => setKind(privacyRequestKinds.find((one) => one === event.target.value))}
        error={submitted && kind === undefined ? 'Required' : undefined}
        choices={privacyRequestKinds.map((value) => ({ value, label: kindLabels[value] }))}
      />
      {kind === 'correct' && <TextArea label="What has to be corrected" value={text} onChange={(event) => setText(event.target.value)} />}
      {record.error && <ErrorBanner error={record.error} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={record.isPending} busyLabel="Saving">
          Save
        </Button>
        <Button kind="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
