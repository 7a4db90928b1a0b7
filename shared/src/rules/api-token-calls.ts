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
  'questionnaires.getUploadProblems': 'everything',
  'questionnaires.getVersionDifference': 'everything',
  'questionnaires.publishAgain': 'everything',
  'questionnaires.tryRules': 'everything',
  'questionnaires.getRuleTrial': 'everything',
  'questionnaires.getRuleTrialList': 'everything',
  'responses.getAllResponses': 'bounded',
  // Who leaves a workshop is told; who leaves an agency would have to be.
  'responses.getChanges': 'workshops',
  // Languages are counted by workshop alone.
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
 * Why no token is given the other calls, by call or by group. A call stands here or above, and a test says which one stands nowhere
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
