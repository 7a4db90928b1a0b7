/**
 * How a call can be bounded for an API token: `bounded` by workshops and agencies, `workshops` by workshops only, and `everything` by
 * neither, so that only a token without bounds may make it (shared/spec/access-matrix.md#api-tokens).
 */
export type TokenReach = 'bounded' | 'workshops' | 'everything'

/**
 * The calls that an API token can be granted, by tRPC path. Deny by default: no token may make a call that is not listed, so no token can
 * sign anyone in, create accounts or tokens, or write in a person's own name. `scope.ts` enforces the bounds.
 */
export const tokenCalls: Readonly<Record<string, TokenReach>> = {
  'questionnaires.getQuestionnaireByNameAndLanguageCode': 'bounded',
  'questionnaires.getQuestionnaireById': 'everything',
  'questionnaires.getQuestionnaireList': 'everything',
  'questionnaires.getQuestionnaireFile': 'everything',
  'questionnaires.checkFiles': 'everything',
  'questionnaires.addNewFullQuestionnaire': 'everything',
  'questionnaires.getUploadProblems': 'everything',
  'questionnaires.getVersionDifference': 'everything',
  'questionnaires.publishAgain': 'everything',
  'questionnaires.tryRules': 'everything',
  'questionnaires.getRuleTrial': 'everything',
  'questionnaires.getRuleTrialList': 'everything',
  'responses.getAllResponses': 'bounded',
  // Respondents who leave a workshop are reported; those who leave an agency are not.
  'responses.getChanges': 'workshops',
  // Languages are counted by workshop only.
  'responses.getOverview': 'workshops',
  'responses.getFigures': 'bounded',
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
  'workshops.getStationBoard': 'everything',
  'workshops.getDayReport': 'everything',
  'workshops.getOutdatedInvitations': 'everything',
  'workshops.previewChangeNotice': 'everything',
  'seats.getSlots': 'everything',
  'seats.saveSlots': 'everything',
  'agency.getAllAgencies': 'everything',
  'agency.getAgencyDetails': 'everything',
  'agency.saveAgency': 'everything',
  'agency.getAssignedRespondents': 'bounded',
  'agency.getAssignedRespondent': 'bounded',
  'agency.getDecidedRespondents': 'bounded',
  'agency.getContactLog': 'bounded',
  'agency.recordCall': 'bounded',
  'agency.recordCalls': 'bounded',
  'agency.submitAnswerOverride': 'bounded',
  'agency.submitRespondentStatusOverride': 'bounded',
  'downloads.enqueueDownload': 'workshops',
  'downloads.getDownloadList': 'workshops',
  'downloads.getDownloadListItem': 'workshops',
  'downloads.getDownloadStatus': 'workshops',
  'downloads.cancelDownload': 'workshops',
  'downloads.getDownloadFile': 'workshops',
}

/**
 * Why no token is granted the other calls, by call or by group. Every call is listed here or above; a test reports those that are not
 * (shared/spec/access-matrix.md#api-tokens).
 */
export const callsForNoToken: Readonly<Record<string, string>> = {
  auth: 'signs a person in or out, or changes how they do',
  getMyProfile: 'is about the person who is signed in',
  admin: 'makes accounts and tokens, or says who has them',
  webhooks: 'says where data goes',
  announcements: 'writes to many people at once: a person decides',
  messages: 'shows what was written to people, or changes what will be',
  translations: 'is written and signed off in a person’s own name',
  corrections: 'changes what a person gave, or whose case it is: somebody who asked them decides',
  drafts: 'is for respondents, who have no account',
  privacy: 'needs somebody who has made sure who asks',
  'questionnaires.countDropOff': 'needs no token: it is for everyone',
  'questionnaires.shareForReview': 'passes a draft from person to person',
  'questionnaires.getReviewLinkList': 'passes a draft from person to person',
  'questionnaires.revokeReviewLink': 'passes a draft from person to person',
  'questionnaires.openReview': 'passes a draft from person to person',
  'questionnaires.judgeReview': 'passes a draft from person to person',
  'responses.addNewQuestionnaireResponse': 'needs no token: it is for everyone',
  'responses.getStatus': 'needs no token: it is for everyone',
  'responses.previewNewRules': 'is the look before many cases change',
  'responses.applyNewRules': 'changes many cases in a person’s own name',
  'workshops.sendChangeNotice': 'writes to many people at once: a person decides',
  'workshops.deleteTestWorkshop': 'deletes for good',
  'workshops.getDoorList': 'belongs to a device in somebody’s hands',
  'workshops.syncCheckIns': 'belongs to a device in somebody’s hands',
  'workshops.moveToStation': 'belongs to a device in somebody’s hands',
  'workshops.findLikelyDuplicates': 'needs the person in front of one',
  'workshops.startWalkIn': 'needs the person in front of one',
  'workshops.createWalkInLink': 'needs the person in front of one',
  'workshops.openWalkIn': 'needs the person in front of one',
  'workshops.removeWalkIn': 'needs the person in front of one',
  'seats.openSeat': 'needs no token: it is for respondents, who have a link',
  'seats.takeSeat': 'needs no token: it is for respondents, who have a link',
  'seats.joinWaitingList': 'needs no token: it is for respondents, who have a link',
  'seats.cancelSeat': 'needs no token: it is for respondents, who have a link',
  'seats.getSeat': 'needs the person in front of one',
  'seats.setSeat': 'needs the person in front of one',
  'agency.getMyAgencyList': 'is about the person who is signed in',
  'agency.getReminder': 'is about the person who is signed in',
  'agency.saveReminder': 'is about the person who is signed in',
  'agency.claimCase': 'says who is reading',
  'agency.releaseCase': 'says who is reading',
  'agency.remindAgency': 'writes to people: a person decides',
  'agency.undoDecision': 'takes back what the same person decided',
  'agency.getReasonList': 'is for those who write by hand',
  'agency.saveReason': 'is for those who write by hand',
  'agency.removeReason': 'is for those who write by hand',
  'agency.getNotes': 'is what colleagues say to each other',
  'agency.addNote': 'is what colleagues say to each other',
  'agency.previewInvitation': 'is the look before an invitation is sent again',
  'agency.sendInvitationAgain': 'writes to a person: a person decides',
}

/** The bounds of a token; null: everything that its creator sees. */
export interface TokenBounds {
  readonly workshopIds: readonly number[] | null
  readonly agencyIds: readonly number[] | null
}

/** Returns whether a token with these bounds may make a call that it was granted. */
export function fitsBounds(path: string, { workshopIds, agencyIds }: TokenBounds): boolean {
  const reach = Object.hasOwn(tokenCalls, path) ? tokenCalls[path] : undefined
  if (reach === undefined) return false
  if (agencyIds !== null) return reach === 'bounded'
  return workshopIds === null || reach !== 'everything'
}

/** Returns whether a token may make a call: it was granted, and its bounds can be enforced there. */
export function tokenAdmits(token: TokenBounds & { readonly calls: readonly string[] }, path: string): boolean {
  return token.calls.includes(path) && fitsBounds(path, token)
}

/**
 * Returns the calls of a group that a token with these bounds can be granted; the path of a call returns that call. Accepts slashes or
 * dots.
 */
export function callsNamed(name: string, bounds: TokenBounds): string[] {
  const path = name.replaceAll('/', '.')
  return Object.keys(tokenCalls).filter((call) => (call === path || call.startsWith(`${path}.`)) && fitsBounds(call, bounds))
}
