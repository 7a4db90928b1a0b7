import type { RespondentEntry } from '@portico/shared/contract/responses'
import { languageOf } from '@portico/shared/words/languages'
import { useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { SkeletonLine } from '../../../ui/feedback/skeleton.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'

/** Resends the invitation, after showing its text and language. */
export function SendAgain({ entry: { respondent } }: { entry: RespondentEntry }) {
  const [asking, setAsking] = useState(false)
  const about = { respondent: { anonymousId: respondent.anonymousId } }
  const utils = trpc.useUtils()
  const preview = trpc.agency.previewInvitation.useQuery(about, { enabled: asking })
  const send = trpc.agency.sendInvitationAgain.useMutation()
  const confirm = async () => {
    try {
      await send.mutateAsync(about)
      showToast('The invitation goes out again.')
    } catch (error) {
      showToast(failureOf(error).message, 'warning')
    }
    setAsking(false)
    await utils.agency.getContactLog.invalidate()
  }
  const written = preview.data
  return (
    <div>
      <Button kind="secondary" size="small" icon="mail" onClick={() => setAsking(true)}>
        Send the invitation again
      </Button>
      <ConfirmDialog
        open={asking}
        title="Send this invitation again?"
        confirmLabel="Send"
        cancelLabel="Cancel"
        busy={send.isPending}
        onConfirm={() => void (written && confirm())}
        onCancel={() => setAsking(false)}
      >
        {preview.error && <p>{failureOf(preview.error).message}</p>}
        {preview.isPending && <SkeletonLine />}
        {written && (
          <div className="grid gap-3">
            <p>{`${written.channel === 'text' ? 'As a text message to' : 'To'} ${written.to}, in ${languageOf(written.language)?.englishName ?? written.language}:`}</p>
            <div
              lang={written.language}
              dir="auto"
              tabIndex={0}
              role="document"
              aria-label="The invitation"
              className="max-h-72 overflow-y-auto rounded-md border border-line bg-paper p-3 text-sm whitespace-pre-line"
            >
              {written.subject && <p className="font-bold">{written.subject}</p>}
              {written.text}
            </div>
          </div>
        )}
      </ConfirmDialog>
    </div>
  )
}
