import type { AnswerInfo } from '@portico/shared/contract/responses'
import { isConflict } from '../../../api/failure.ts'
import { useCase } from '../review/case-context.ts'
import { useDecisions } from '../review/review-calls.ts'

/** Applies a correction to the open case and reports the outcome. If another change came first, shows that change. */
export function useCorrection(info: AnswerInfo) {
  const { scope, entry, onOutcome, onConflict } = useCase()
  const { refresh } = useDecisions(scope)
  const { anonymousId, fullName } = entry.respondent
  return {
    about: { respondent: { anonymousId } },
    name: fullName || anonymousId,
    /** The version on screen; changes by others lock the forms first. */
    version: info.version,
    change: async (call: () => Promise<unknown>, happened: string, next: string) => {
      try {
        await call()
      } catch (error) {
        if (isConflict(error)) await onConflict(({ own }) => !own)
        throw error
      }
      onOutcome({ about: anonymousId, kind: 'success', happened, next })
      await refresh()
    },
  }
}
