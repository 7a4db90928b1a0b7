import type { AnswerOverride, Decision, StatusOverride } from '@portico/shared/contract/responses'
import { limits } from '@portico/shared/words/limits'
import { trpc } from '../../../api/trpc.ts'

/** Through which calls a review panel asks and decides: all respondents (admins), those of one's agency, or the green dots of a workshop. */
export type ReviewScope = 'everyone' | 'my-agency' | 'green-dots'

// Others decide on the same cases: an open one is asked for again.
const refetchInterval = limits.caseRefreshMs

/** The answers of one respondent with their flags and the history of decisions. */
export function useAnswerInfo(scope: ReviewScope, anonymousId: string) {
  const input = { respondent: { anonymousId } }
  const atDoor = scope === 'green-dots'
  const assigned = trpc.responses.getRespondentAnswerInfo.useQuery(input, { enabled: !atDoor, refetchInterval })
  const greenDot = trpc.responses.getWorkshopGreenDotAnswerInfo.useQuery(input, { enabled: atDoor, refetchInterval })
  return atDoor ? greenDot : assigned
}

export interface Decisions {
  overrideAnswer: (override: AnswerOverride) => Promise<unknown>
  overrideStatus: (override: StatusOverride) => Promise<unknown>
  /** What was decided on this respondent so far, newest first, as the server has it now. */
  readHistory: (anonymousId: string) => Promise<Decision[]>
  /** Reloads every list and every review panel. */
  refresh: () => Promise<unknown>
}

/** What can be decided in a panel of this scope. Each throws what the server refuses with. */
export function useDecisions(scope: ReviewScope): Decisions {
  const utils = trpc.useUtils()
  const assignedAnswer = trpc.agency.submitAnswerOverride.useMutation()
  const assignedStatus = trpc.agency.submitRespondentStatusOverride.useMutation()
  const greenDotAnswer = trpc.responses.submitWorkshopGreenDotAnswerOverride.useMutation()
  const greenDotStatus = trpc.responses.submitWorkshopGreenDotRespondentStatusOverride.useMutation()
  const atDoor = scope === 'green-dots'
  const readAnswers = atDoor ? utils.responses.getWorkshopGreenDotAnswerInfo : utils.responses.getRespondentAnswerInfo
  return {
    overrideAnswer: atDoor ? greenDotAnswer.mutateAsync : assignedAnswer.mutateAsync,
    overrideStatus: atDoor ? greenDotStatus.mutateAsync : assignedStatus.mutateAsync,
    readHistory: async (anonymousId) => (await readAnswers.fetch({ respondent: { anonymousId } }, { staleTime: 0 })).history,
    refresh: () => Promise.all([utils.responses.invalidate(), utils.agency.invalidate()]),
  }
}
