import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'

/** Records a call to every selected respondent, as after an afternoon of calls. */
export function NoteCalls({ chosen, onDone }: { chosen: ReadonlySet<string>; onDone: () => void }) {
  const utils = trpc.useUtils()
  const record = trpc.agency.recordCalls.useMutation()
  const note = async (outcome: 'reached' | 'no-answer') => {
    try {
      await record.mutateAsync({ respondents: [...chosen].map((anonymousId) => ({ anonymousId })), outcome })
      showToast(chosen.size === 1 ? '1 call was noted.' : `${chosen.size} calls were noted.`)
      onDone()
    } catch (error) {
      showToast(failureOf(error).message, 'warning')
    }
    await Promise.all([utils.responses.invalidate(), utils.agency.invalidate()])
  }
  return (
    <div role="group" aria-label="Telephoned" className="flex flex-wrap gap-2">
      <Button kind="secondary" size="small" icon="phone" disabled={record.isPending} onClick={() => void note('reached')}>
        Telephoned: reached
      </Button>
      <Button kind="secondary" size="small" disabled={record.isPending} onClick={() => void note('no-answer')}>
        No answer
      </Button>
    </div>
  )
}
