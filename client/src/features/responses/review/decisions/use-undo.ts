import { failureOf } from '../../../../api/failure.ts'
import { trpc } from '../../../../api/trpc.ts'
import { showToast, showToastWithAction } from '../../../../ui/feedback/toast.tsx'
import { useUrlPart } from '../../../../ui/lists/url-state.ts'
import { useDecisions } from '../review-calls.ts'
import type { Outcome } from './outcome.tsx'

/** Undoes the newest decision on a case, and announces a decision with an offer to undo it (shared/spec/contract.md#undo). */
export function useUndo() {
  const utils = trpc.useUtils()
  const mutation = trpc.agency.undoDecision.useMutation()
  const { refresh } = useDecisions('everyone')
  const [, openCase] = useUrlPart('open')
  const undo = async (anonymousId: string, version: number): Promise<void> => {
    try {
      await mutation.mutateAsync({ respondent: { anonymousId }, version })
      showToast('Undone. Everything is as it was before.')
    } catch (error) {
      showToast(failureOf(error).message, 'warning')
    }
    await refresh()
    openCase(anonymousId)
  }
  const announceOutcome = async ({ about, happened, next }: Outcome): Promise<void> => {
    const info = await utils.responses.getRespondentAnswerInfo
      .fetch({ respondent: { anonymousId: about } }, { staleTime: 0 })
      .catch(() => undefined)
    const undoableVersion = info?.undoable && info.history[0]?.own ? info.version : undefined
    showToastWithAction(
      happened,
      next,
      undoableVersion === undefined ? undefined : { label: 'Undo', shortcut: 'z', run: () => void undo(about, undoableVersion) },
    )
  }
  return { undo, announceOutcome, busy: mutation.isPending }
}
