import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

/** Deletes a test workshop with everyone in it, after showing how many people that affects and requiring its name to be typed. */
export function DeleteTestWorkshop({ name, title }: { name: string; title: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" size="small" aria-label={`Delete ${title}`} onClick={() => setOpen(true)}>
        Delete
      </Button>
      {open && <DeleteDialog name={name} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}

function DeleteDialog({ name, title, onClose }: { name: string; title: string; onClose: () => void }) {
  const utils = trpc.useUtils()
  const overview = trpc.responses.getOverview.useQuery({ name }, { gcTime: 0 })
  const remove = trpc.workshops.deleteTestWorkshop.useMutation()
  const [typed, setTyped] = useState('')
  const [missed, setMissed] = useState(false)
  const total = overview.data?.total
  const confirm = async () => {
    if (typed.trim() !== name) return setMissed(true)
    await remove.mutateAsync({ name, confirm: typed })
    await Promise.all([utils.workshops.invalidate(), utils.responses.invalidate(), utils.downloads.invalidate()])
    onClose()
  }
  return (
    <ConfirmDialog
      open
      kind="stop"
      title={`Delete ${title}?`}
      confirmLabel="Delete everything"
      busy={remove.isPending}
      busyLabel="Deleting"
      disabledReason={total === undefined ? 'Nobody knows yet how many are deleted with it' : undefined}
      onConfirm={() => void confirm().catch(() => {})}
      onCancel={onClose}
    >
      <p>
        {`${total === 1 ? 'One respondent is' : `${total ?? '…'} respondents are`} deleted with this test workshop, and all answers, decisions and files of it. Nobody can bring them back.`}
      </p>
      <div className="pt-4">
        <TextField
          label={`Type ${name}`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={missed && typed.trim() !== name ? `Type ${name} to delete it.` : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {remove.error && <ErrorBanner error={remove.error} />}
      {overview.error && <ErrorBanner error={overview.error} />}
    </ConfirmDialog>
  )
}
