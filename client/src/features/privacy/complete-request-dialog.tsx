import type { PrivacyRequestEntry } from '@portico/shared/contract/privacy'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { ConfirmDialog } from '../../ui/feedback/dialog.tsx'
import { NotRemembered } from '../../ui/field.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

const consequences: Readonly<Record<PrivacyRequestEntry['kind'], string>> = {
  see: 'Tick this off when they have seen what they asked for.',
  correct: 'The contact data below counts from now on, with the answers that it came from. Other answers are corrected at the case itself.',
  stop: 'From now on nobody finds, reads, exports or writes to them. They can take it back.',
  resume: 'Their data is used again from now on.',
  delete:
    'Their answers, contact data, decisions, notes and messages are deleted for good, and every export file that they are in. Nobody can bring them back.',
}

/** Asks for confirmation before a request is carried out. */
export function CompleteRequestDialog({ request, onClose }: { request: PrivacyRequestEntry; onClose: () => void }) {
  const { id, kind, contact, unconfirmedContactSince } = request
  const utils = trpc.useUtils()
  const complete = trpc.privacy.completeRequest.useMutation()
  const [fullName, setFullName] = useState(contact?.fullName ?? '')
  const [email, setEmail] = useState(contact?.email ?? '')
  const [phone, setPhone] = useState(contact?.phoneNumber ?? '')
  const [confirmed, setConfirmed] = useState(false)
  const corrected = { fullName: fullName.trim(), email: email.trim() || null, phoneNumber: phone.trim() || null }
  const confirm = async () => {
    await complete.mutateAsync({ id, ...(kind === 'correct' && contact && { contact: corrected, replaces: contact, confirmed }) })
    await Promise.all([utils.privacy.invalidate(), utils.responses.invalidate()])
    onClose()
  }
  return (
    <ConfirmDialog
      open
      kind={kind === 'delete' ? 'stop' : 'primary'}
      title={`${kind === 'delete' ? 'Delete' : 'Complete the request of'} ${contact?.fullName || request.anonymousId}?`}
      confirmLabel={kind === 'delete' ? 'Delete everything' : 'Complete'}
      busy={complete.isPending}
      busyLabel="Saving"
      onConfirm={() => void confirm().catch(() => utils.privacy.invalidate())}
      onCancel={onClose}
    >
      <p>{consequences[kind]}</p>
      {kind === 'correct' && contact && (
        <NotRemembered value>
          <div className="grid gap-4 pt-4">
            <TextField label="Full name" value={fullName} onChange={(event) => setFullName(event.target.value)} />
            <TextField label="Email address" type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
            <TextField label="Telephone number" hint="+ and digits" value={phone} onChange={(event) => setPhone(event.target.value)} />
            {unconfirmedContactSince && (
              <Checkbox
                label="They confirmed this address and number"
                hint="An agency changed them. Until they are confirmed, links to their data are not sent."
                checked={confirmed}
                onChange={(event) => setConfirmed(event.target.checked)}
              />
            )}
          </div>
        </NotRemembered>
      )}
      {complete.error && <ErrorBanner error={complete.error} />}
    </ConfirmDialog>
  )
}
