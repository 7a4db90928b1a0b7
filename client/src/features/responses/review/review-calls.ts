import type { AnswerOverride, Decision, StatusOverride } from '@portico/shared/contract/responses'
import { limits } from '@portico/shared/words/limits'
import { trpc } from '../../../api/trpc.ts'

/**
 * The respondents whom a review panel covers, which determines its calls: all (admins), those of the user's agency, or the green dots of a
 * workshop.
 */
export type ReviewScope = 'everyone' | 'my-agency' | 'green-dots'

// Polls an open case, because others decide on the same cases.
const refetchInterval = limits.caseRefreshMs

/** Loads the answers of a respondent with their flags and the history of decisions. */
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
  /** Fetches the decisions on this respondent from the server, newest first. */
  readHistory: (anonymousId: string) => Promise<Decision[]>
  /** Reloads every list and every review panel. */
  refresh: () => Promise<unknown>
}

/** Returns the decisions available in this scope. Each throws the server's refusal. */
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
