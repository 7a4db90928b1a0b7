import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { trpc } from '../../api/trpc.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'

/** Checkbox for the workday email about waiting cases; saves immediately. */
export function ReviewReminder() {
  const utils = trpc.useUtils()
  const [ticked, setTicked] = useState<boolean>()
  const reminder = trpc.agency.getReminder.useQuery()
  const save = trpc.agency.saveReminder.useMutation({
    onSuccess: (saved) => {
      utils.agency.getReminder.setData(undefined, saved)
      showToast(saved.email ? 'You get an email on workdays when cases wait.' : 'You get no email about cases that wait.')
    },
    onError: (error) => {
      setTicked(undefined)
      showToast(failureOf(error).message, 'warning')
    },
  })
  if (!reminder.data) return null
  return (
    <Checkbox
      label="Email me on workdays"
      hint="At 8:00: how many cases wait, and how long the longest has waited. It names no one."
      checked={ticked ?? reminder.data.email}
      onChange={({ target }) => {
        setTicked(target.checked)
        save.mutate({ email: target.checked })
      }}
    />
  )
}
