import type { Webhook } from '@portico/shared/contract/webhooks'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { useReauthentication } from '../../../layout/reauthentication.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { Deliveries } from './deliveries.tsx'
import type { NewSecret } from './webhook-form.tsx'

/** Details of a webhook: its actions and its deliveries. */
export function WebhookPanel({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: NewSecret) => void }) {
  const { id, name, state } = webhook
  const utils = trpc.useUtils()
  const changed = { onSuccess: () => utils.webhooks.invalidate() }
  const test = trpc.webhooks.sendTest.useMutation(changed)
  const rotate = trpc.webhooks.rotateSecret.useMutation()
  const set = trpc.webhooks.setWebhook.useMutation(changed)
  const [deleting, setDeleting] = useState(false)
  const { run, dialog } = useReauthentication()
  const error = test.error ?? rotate.error ?? set.error
  const newSecret = async () => {
    const made = await run(() => rotate.mutateAsync({ id }))
    if (made) onSecret({ ...made, name })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap gap-3">
        {state !== 'disabled' && (
          <Button kind="secondary" size="small" busy={test.isPending} onClick={() => test.mutate({ id })}>
            Send a test
          </Button>
        )}
        <Button kind="secondary" size="small" busy={set.isPending} onClick={() => set.mutate({ id, enabled: state === 'disabled' })}>
          {state === 'disabled' ? 'Enable' : 'Disable'}
        </Button>
        <Button kind="secondary" size="small" busy={rotate.isPending} onClick={() => void newSecret().catch(() => {})}>
          New secret
        </Button>
        <Button kind="secondary" size="small" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </div>
      {error && <ErrorBanner error={error} />}
      <Deliveries webhookId={id} />
      <DeleteDialog webhook={deleting ? webhook : undefined} onClose={() => setDeleting(false)} />
      {dialog}
    </div>
  )
}

function DeleteDialog({ webhook, onClose }: { webhook: Webhook | undefined; onClose: () => void }) {
  const utils = trpc.useUtils()
  const remove = trpc.webhooks.deleteWebhook.useMutation({ onSuccess: () => utils.webhooks.getWebhookList.invalidate() })
  return (
    <ConfirmDialog
      open={webhook !== undefined}
      title={`Delete “${webhook?.name ?? ''}”?`}
      confirmLabel="Delete webhook"
      busy={remove.isPending}
      busyLabel="Deleting"
      onConfirm={() => webhook && remove.mutate({ id: webhook.id })}
      onCancel={onClose}
    >
      <p>Its messages are deleted too, including those that wait. This cannot be undone.</p>
      {remove.error && <ErrorBanner error={remove.error} />}
    </ConfirmDialog>
  )
}
