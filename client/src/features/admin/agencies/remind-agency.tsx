import type { AgencyDetails } from '@portico/shared/contract/agency'
import { useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { LocalDate } from '../../../words/local-date.tsx'

/** Reminds an agency's reviewers of their waiting cases, after showing what the reminder says. */
export function RemindAgency({ agency: { id, name, openCases, remindedAt } }: { agency: AgencyDetails }) {
  const [asking, setAsking] = useState(false)
  const utils = trpc.useUtils()
  const remind = trpc.agency.remindAgency.useMutation()
  const confirm = async () => {
    try {
      const { reviewers } = await remind.mutateAsync({ id })
      showToast(reviewers === 1 ? '1 reviewer gets an email.' : `${reviewers} reviewers get an email.`)
    } catch (error) {
      showToast(failureOf(error).message, 'warning')
    }
    setAsking(false)
    await utils.agency.getAgencyDetails.invalidate()
  }
  return (
    <>
      <Button kind="secondary" size="small" icon="mail" aria-label={`Remind ${name}`} onClick={() => setAsking(true)}>
        Remind
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Remind ${name}?`}
        confirmLabel="Send"
        cancelLabel="Cancel"
        busy={remind.isPending}
        busyLabel="Sending"
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        <p>
          {`Each of its reviewers gets an email in your name, saying how many cases wait (${openCases} now) and how long the longest has waited. It names no one. At most once in 24 hours.`}
        </p>
        {remindedAt && (
          <p className="text-mute">
            Last reminded <LocalDate value={remindedAt} style="moment" />.
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}
