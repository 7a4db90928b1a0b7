import type { AnswerInfo } from '@portico/shared/contract/responses'
import { isOvertaken } from '../../../api/failure.ts'
import { useCase } from '../review/case-context.ts'
import { useDecisions } from '../review/review-calls.ts'

/** Does something to the open case and says what came of it; when somebody was first, shows what they did. */
export function useCorrecting(info: AnswerInfo) {
  const { scope, entry, onOutcome, onConflict } = useCase()
  const { refresh } = useDecisions(scope)
  const { anonymousId, fullName } = entry.respondent
  return {
    about: { respondent: { anonymousId } },
    name: fullName || anonymousId,
    /** The version that is on the screen: what others change while it is open locks the forms first. */
    version: info.version,
    change: async (call: () => Promise<unknown>, happened: string, next: string) => {
      try {
        await call()
      } catch (error) {
        if (isOvertaken(error)) await onConflict(({ own }) => !own)
        throw error
      }
      onOutcome({ about: anonymousId, kind: 'success', happened, next })
      await refresh()
    },
  }
}
