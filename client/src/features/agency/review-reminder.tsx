import { trpc } from '../../api/trpc.ts'
import { failureOf } from '../../api/failure.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'

/** Whether one is e-mailed on workdays about the cases that wait; saved at once. */
export function ReviewReminder() {
  const utils = trpc.useUtils()
  const reminder = trpc.agency.getReminder.useQuery()
  const save = trpc.agency.saveReminder.useMutation({
    onSuccess: (saved) => utils.agency.getReminder.setData(undefined, saved),
    onError: (error) => showToast(failureOf(error).message, 'warning'),
  })
  if (!reminder.data) return null
  return (
    <Checkbox
      label="Email me on workdays"
      hint="At 8:00, how many wait and how long the longest has. It names no one."
      checked={save.isPending ? save.variables.email : reminder.data.email}
      onChange={(event) => save.mutate({ email: event.target.checked })}
    />
  )
}
