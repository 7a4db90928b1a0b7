import { useState } from 'react'
import { failureOf } from '../../../../api/failure.ts'
import { trpc } from '../../../../api/trpc.ts'
import { Button } from '../../../../ui/button.tsx'
import { announce, showToast } from '../../../../ui/feedback/toast.tsx'
import { useCase } from '../case-context.ts'

/** Saves the text of a decision that cannot be saved now as a note on the case, if the reviewer may still write one. */
export function KeepAsNote({ text }: { text: string }) {
  const { entry, acceptsNotes } = useCase()
  const { anonymousId } = entry.respondent
  const utils = trpc.useUtils()
  const add = trpc.agency.addNote.useMutation()
  const [kept, setKept] = useState<string>()
  const typed = text.trim()
  if (!acceptsNotes || typed === '') return null
  const keep = async () => {
    try {
      await add.mutateAsync({ respondent: { anonymousId }, text: typed })
      setKept(typed)
      announce('Kept as a note')
      await utils.agency.getNotes.invalidate()
    } catch (error) {
      showToast(failureOf(error).message, 'warning')
    }
  }
  return (
    <Button
      kind="secondary"
      size="small"
      icon={kept === typed ? 'check' : undefined}
      busy={add.isPending}
      busyLabel="Keeping"
      disabledReason={kept === typed ? 'It is among the notes below' : undefined}
      onClick={() => void keep()}
    >
      {kept === typed ? 'Kept as a note' : 'Keep as a note'}
    </Button>
  )
}
