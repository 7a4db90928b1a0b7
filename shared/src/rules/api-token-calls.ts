/**
 * How far a call can be bounded for an API token: `bounded` goes by workshops and agencies, `workshops` by workshops alone, and `everything`
 * by neither, so that only a token without bounds may make it (shared/spec/access-matrix.md#api-tokens).
 */
export type TokenReach = 'bounded' | 'workshops' | 'everything'

/**
 * The calls that an API token can be given, by their tRPC path. Deny by default: a call that is not named here is refused to every token, so
 * no token signs anybody in, makes accounts or tokens, or writes in a person's own name. What is bounded goes by `scope.ts`.
 */
export const tokenCalls: Readonly<Record<string, TokenReach>> = {
  'questionnaires.getQuestionnaireByNameAndLanguageCode': 'bounded',
  'questionnaires.getQuestionnaireById': 'everything',
  'questionnaires.getQuestionnaireList': 'everything',
  'questionnaires.getQuestionnaireFile': 'everything',
  'questionnaires.checkFiles': 'everything',
  'questionnaires.addNewFullQuestionnaire': 'everything',
  'responses.getAllResponses': 'bounded',
  // Nobody leaves a workshop; who leaves an agency would have to be told.
  'responses.getChanges': 'workshops',
  // Languages are counted by workshop alone.
  'responses.getOverview': 'workshops',
  'responses.getResponseForAdmin': 'bounded',
  'responses.getRespondentAnswerInfo': 'bounded',
  'responses.getWorkshopGreenDotResponses': 'bounded',
  'responses.getWorkshopGreenDotRespondent': 'bounded',
  'responses.getWorkshopGreenDotAnswerInfo': 'bounded',
  'responses.submitWorkshopGreenDotAnswerOverride': 'bounded',
  'responses.submitWorkshopGreenDotRespondentStatusOverride': 'bounded',
  'responses.withdrawForce': 'bounded',
  'responses.assignRespondent': 'everything',
  'responses.assignRespondents': 'everything',
  'workshops.getWorkshopQuestionnaire': 'workshops',
  'workshops.getDefaultWorkshop': 'bounded',
  'workshops.getOpenWorkshopList': 'bounded',
  'workshops.getWorkshopList': 'workshops',
  'workshops.getWorkshop': 'everything',
  'workshops.saveWorkshop': 'everything',
  'workshops.respondentCheckIn': 'bounded',
  'workshops.isRespondentCheckedIn': 'bounded',
  'workshops.undoCheckIn': 'bounded',
  'agency.getAllAgencies': 'everything',
  'agency.getAgencyDetails': 'everything',
  'agency.saveAgency': 'everything',
  'agency.getAssignedRespondents': 'bounded',
  'agency.getAssignedRespondent': 'bounded',
  'agency.getDecidedRespondents': 'bounded',
  'agency.getContactLog': 'bounded',
  'agency.recordCall': 'bounded',
  'agency.submitAnswerOverride': 'bounded',
  'agency.submitRespondentStatusOverride': 'bounded',
  'downloads.enqueueDownload': 'workshops',
  'downloads.getDownloadList': 'workshops',
  'downloads.getDownloadListItem': 'workshops',
  'downloads.getDownloadStatus': 'workshops',
  'downloads.cancelDownload': 'workshops',
  'downloads.getDownloadFile': 'workshops',
}

/** What a token is bounded to; null: everything that its maker sees. */
export interface TokenBounds {
  readonly workshopIds: readonly number[] | null
  readonly agencyIds: readonly number[] | null
}

/** Whether a token with these bounds may make a call, if it was given it. */
export function fitsBounds(path: string, { workshopIds, agencyIds }: TokenBounds): boolean {
  const reach = Object.hasOwn(tokenCalls, path) ? tokenCalls[path] : undefined
  if (reach === undefined) return false
  if (agencyIds !== null) return reach === 'bounded'
  return workshopIds === null || reach !== 'everything'
}

/** Whether a token may make a call: it was given it, and its bounds can be kept there. */
export function tokenAdmits(token: TokenBounds & { readonly calls: readonly string[] }, path: string): boolean {
  return token.calls.includes(path) && fitsBounds(path, token)
}

/** The calls of a group that a token with these bounds can be given; a call's own path gives itself. Slashes will do for dots. */
export function callsNamed(name: string, bounds: TokenBounds): string[] {
  const path = name.replaceAll('/', '.')
  return Object.keys(tokenCalls).filter((call) => (call === path || call.startsWith(`${path}.`)) && fitsBounds(call, bounds))
}
