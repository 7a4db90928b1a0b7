import type { Role } from '@portico/shared/words/roles'

/** `Y` allowed · `-` refused · `o` allowed if the object rule holds, which the scope of the call decides. */
export type Cell = 'Y' | '-' | 'o'

/** The columns of a row, in order. */
export const principals = ['anonymous', 'AGENCY', 'ADMIN_USER', 'ROOT_USER', 'VOLUNTEERV1', 'TRANSLATOR'] as const satisfies readonly (
  | Role
  | 'anonymous'
  | 'TRANSLATOR'
)[]
export type Principal = (typeof principals)[number]

type Row = readonly [anonymous: Cell, agency: Cell, admin: Cell, root: Cell, volunteer: Cell]

/**
 * Who may make which call: one row per procedure, deny by default. The guard reads it, tests are generated from it, and a procedure without
 * a row prevents the server from starting.
 */
export const access: Readonly<Record<string, Row>> = {
  'questionnaires.getQuestionnaireByNameAndLanguageCode': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'questionnaires.countDropOff': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'questionnaires.getQuestionnaireById': ['-', 'Y', 'Y', 'Y', 'Y'],
  'questionnaires.addNewFullQuestionnaire': ['-', '-', 'Y', 'Y', '-'],
  'questionnaires.getQuestionnaireList': ['-', '-', 'Y', 'Y', '-'],
  'questionnaires.getQuestionnaireFile': ['-', '-', 'Y', 'Y', '-'],
  'questionnaires.checkFiles': ['-', '-', 'Y', 'Y', '-'],
  'questionnaires.getUploadProblems': ['-', '-', 'Y', 'Y', '-'],
  'questionnaires.getVersionDifference': ['-', '-', 'Y', 'Y', '-'],
  'questionnaires.publishAgain': ['-', '-', 'Y', 'Y', '-'],
  'questionnaires.tryRules': ['-', '-', 'Y', 'Y', '-'],
  'questionnaires.getRuleTrial': ['-', '-', 'Y', 'Y', '-'],
  'questionnaires.getRuleTrialList': ['-', '-', 'Y', 'Y', '-'],
  'questionnaires.shareForReview': ['-', '-', 'Y', 'Y', '-'],
  'questionnaires.getReviewLinkList': ['-', '-', 'Y', 'Y', '-'],
  'questionnaires.revokeReviewLink': ['-', '-', 'Y', 'Y', '-'],
  'questionnaires.openReview': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'questionnaires.judgeReview': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'translations.getTranslationList': ['-', '-', 'Y', 'Y', '-'],
  'translations.getTranslations': ['-', '-', 'Y', 'Y', '-'],
  'translations.saveTranslations': ['-', '-', 'Y', 'Y', '-'],
  'translations.publishTranslations': ['-', '-', 'Y', 'Y', '-'],
  'translations.getTranslationFile': ['-', '-', 'Y', 'Y', '-'],
  'translations.checkTranslationFile': ['-', '-', 'Y', 'Y', '-'],
  'translations.publishEmailTexts': ['-', '-', 'Y', 'Y', '-'],
  'translations.getGlossary': ['-', '-', 'Y', 'Y', '-'],
  'translations.saveGlossary': ['-', '-', 'Y', 'Y', '-'],
  'responses.addNewQuestionnaireResponse': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'responses.getStatus': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'responses.getAllResponses': ['-', '-', 'Y', 'Y', '-'],
  'responses.getChanges': ['-', '-', 'Y', 'Y', '-'],
  'responses.getFigures': ['-', '-', 'Y', 'Y', '-'],
  'responses.getOverview': ['-', '-', 'Y', 'Y', '-'],
  'responses.getResponseForAdmin': ['-', '-', 'Y', 'Y', '-'],
  'responses.getWorkshopGreenDotResponses': ['-', 'o', 'Y', 'Y', 'o'],
  'responses.getWorkshopGreenDotRespondent': ['-', 'o', 'Y', 'Y', 'o'],
  'responses.getWorkshopGreenDotAnswerInfo': ['-', 'o', 'Y', 'Y', 'o'],
  'responses.submitWorkshopGreenDotAnswerOverride': ['-', 'o', 'Y', 'Y', 'o'],
  'responses.submitWorkshopGreenDotRespondentStatusOverride': ['-', 'o', 'Y', 'Y', 'o'],
  'responses.getRespondentAnswerInfo': ['-', 'o', 'Y', 'Y', '-'],
  'responses.assignRespondent': ['-', '-', 'Y', 'Y', '-'],
  'responses.previewNewRules': ['-', '-', 'Y', 'Y', '-'],
  'responses.applyNewRules': ['-', '-', 'Y', 'Y', '-'],
  'responses.withdrawForce': ['-', '-', 'Y', 'Y', '-'],
  'corrections.previewCorrection': ['-', 'o', 'Y', 'Y', '-'],
  'corrections.correctAnswers': ['-', 'o', 'Y', 'Y', '-'],
  'corrections.withdrawRespondent': ['-', 'o', 'Y', 'Y', '-'],
  'corrections.moveRespondent': ['-', '-', 'Y', 'Y', '-'],
  'corrections.mergeRespondents': ['-', '-', 'Y', 'Y', '-'],
  'corrections.returnRespondent': ['-', '-', 'Y', 'Y', '-'],
  'corrections.getSetAsideList': ['-', '-', 'Y', 'Y', '-'],
  'agency.recordCalls': ['-', 'o', 'Y', 'Y', '-'],
  'agency.remindAgency': ['-', '-', 'Y', 'Y', '-'],
  'announcements.previewAnnouncement': ['-', '-', 'Y', 'Y', '-'],
  'announcements.sendAnnouncement': ['-', '-', 'Y', 'Y', '-'],
  'announcements.cancelAnnouncement': ['-', '-', 'Y', 'Y', '-'],
  'announcements.getAnnouncementList': ['-', '-', 'Y', 'Y', '-'],
  'messages.getMessageList': ['-', '-', 'Y', 'Y', '-'],
  'messages.sendAgain': ['-', '-', 'Y', 'Y', '-'],
  'messages.getTemplateList': ['-', '-', 'Y', 'Y', '-'],
  'messages.getTemplate': ['-', '-', 'Y', 'Y', '-'],
  'messages.previewTemplate': ['-', '-', 'Y', 'Y', '-'],
  'messages.saveTemplate': ['-', '-', 'Y', 'Y', '-'],
  'messages.sendTemplateTest': ['-', '-', 'Y', 'Y', '-'],
  'privacy.getRetention': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'privacy.sendLink': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'privacy.openLink': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'privacy.submitRequest': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'privacy.getRequestList': ['-', '-', 'Y', 'Y', '-'],
  'privacy.recordRequest': ['-', '-', 'Y', 'Y', '-'],
  'privacy.completeRequest': ['-', '-', 'Y', 'Y', '-'],
  'workshops.getWorkshopQuestionnaire': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'workshops.getDefaultWorkshop': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'drafts.saveTransfer': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'drafts.openTransfer': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'drafts.deleteTransfer': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'workshops.getOpenWorkshopList': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'workshops.respondentCheckIn': ['o', 'o', 'Y', 'Y', 'o'],
  'workshops.isRespondentCheckedIn': ['o', 'o', 'Y', 'Y', 'o'],
  'workshops.undoCheckIn': ['-', 'o', 'Y', 'Y', 'o'],
  'workshops.getDoorList': ['-', 'o', 'Y', 'Y', 'o'],
  'workshops.syncCheckIns': ['-', 'o', 'Y', 'Y', 'o'],
  'workshops.findLikelyDuplicates': ['-', 'o', 'Y', 'Y', 'o'],
  'workshops.startWalkIn': ['-', 'o', 'Y', 'Y', 'o'],
  'workshops.createWalkInLink': ['-', 'o', 'Y', 'Y', 'o'],
  'workshops.removeWalkIn': ['-', 'o', 'Y', 'Y', 'o'],
  'workshops.openWalkIn': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'workshops.moveToStation': ['-', 'o', 'Y', 'Y', 'o'],
  'workshops.getStationBoard': ['-', 'o', 'Y', 'Y', 'o'],
  'workshops.getDayReport': ['-', 'o', 'Y', 'Y', 'o'],
  'workshops.getWorkshopList': ['-', 'o', 'Y', 'Y', 'o'],
  'workshops.saveWorkshop': ['-', '-', 'Y', 'Y', '-'],
  'workshops.deleteTestWorkshop': ['-', '-', 'Y', 'Y', '-'],
  'workshops.getOutdatedInvitations': ['-', '-', 'Y', 'Y', '-'],
  'workshops.previewChangeNotice': ['-', '-', 'Y', 'Y', '-'],
  'workshops.sendChangeNotice': ['-', '-', 'Y', 'Y', '-'],
  'seats.openSeat': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'seats.takeSeat': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'seats.joinWaitingList': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'seats.cancelSeat': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'seats.getSeat': ['-', 'o', 'Y', 'Y', 'o'],
  'seats.setSeat': ['-', 'o', 'Y', 'Y', 'o'],
  'seats.getSlots': ['-', '-', 'Y', 'Y', '-'],
  'seats.saveSlots': ['-', '-', 'Y', 'Y', '-'],
  'workshops.getWorkshop': ['-', '-', 'Y', 'Y', '-'],
  'admin.generateRegistrationLink': ['-', '-', 'o', 'o', '-'],
  'admin.registrationOptions': ['-', 'Y', 'Y', 'Y', 'Y'],
  'admin.getInvitationList': ['-', '-', 'Y', 'Y', '-'],
  'admin.sendInvitationAgain': ['-', '-', 'o', 'Y', '-'],
  'admin.revokeInvitation': ['-', '-', 'o', 'Y', '-'],
  'admin.getAccountList': ['-', '-', 'Y', 'Y', '-'],
  'admin.updateAccount': ['-', '-', 'o', 'Y', '-'],
  'admin.getVolunteerList': ['-', '-', 'Y', 'Y', '-'],
  'admin.changeWorkshopAccess': ['-', '-', 'o', 'Y', '-'],
  'admin.removeSecondFactors': ['-', '-', 'o', 'Y', '-'],
  'admin.getSignInPolicy': ['-', '-', 'Y', 'Y', '-'],
  'admin.saveSignInRule': ['-', '-', 'o', 'Y', '-'],
  'admin.createApiToken': ['-', '-', 'Y', 'Y', '-'],
  'admin.getApiTokenList': ['-', '-', 'Y', 'Y', '-'],
  'admin.revokeApiToken': ['-', '-', 'Y', 'Y', '-'],
  'webhooks.createWebhook': ['-', '-', 'Y', 'Y', '-'],
  'webhooks.getWebhookList': ['-', '-', 'Y', 'Y', '-'],
  'webhooks.setWebhook': ['-', '-', 'Y', 'Y', '-'],
  'webhooks.rotateSecret': ['-', '-', 'Y', 'Y', '-'],
  'webhooks.deleteWebhook': ['-', '-', 'Y', 'Y', '-'],
  'webhooks.sendTest': ['-', '-', 'Y', 'Y', '-'],
  'webhooks.getDeliveryList': ['-', '-', 'Y', 'Y', '-'],
  'webhooks.replayDelivery': ['-', '-', 'Y', 'Y', '-'],
  'downloads.enqueueDownload': ['-', '-', 'Y', 'Y', '-'],
  'downloads.getDownloadList': ['-', '-', 'Y', 'Y', '-'],
  'downloads.getDownloadListItem': ['-', '-', 'Y', 'Y', '-'],
  'downloads.getDownloadStatus': ['-', '-', 'Y', 'Y', '-'],
  'downloads.cancelDownload': ['-', '-', 'Y', 'Y', '-'],
  'downloads.getDownloadFile': ['-', '-', 'Y', 'Y', '-'],
  'agency.getMyAgencyList': ['-', 'Y', 'Y', 'Y', '-'],
  'agency.getAllAgencies': ['-', '-', 'Y', 'Y', '-'],
  'agency.getAgencyDetails': ['-', '-', 'Y', 'Y', '-'],
  'agency.saveAgency': ['-', '-', 'Y', 'Y', '-'],
  'agency.getAssignedRespondents': ['-', 'o', 'Y', 'Y', '-'],
  'agency.getAssignedRespondent': ['-', 'o', 'Y', 'Y', '-'],
  'agency.getDecidedRespondents': ['-', 'o', 'Y', 'Y', '-'],
  'agency.getContactLog': ['-', 'o', 'Y', 'Y', '-'],
  'agency.recordCall': ['-', 'o', 'Y', 'Y', '-'],
  'agency.previewInvitation': ['-', 'o', 'Y', 'Y', '-'],
  'agency.sendInvitationAgain': ['-', 'o', 'Y', 'Y', '-'],
  'agency.getReminder': ['-', 'Y', 'Y', 'Y', '-'],
  'agency.saveReminder': ['-', 'Y', 'Y', 'Y', '-'],
  'responses.assignRespondents': ['-', '-', 'Y', 'Y', '-'],
  'agency.claimCase': ['-', 'o', 'Y', 'Y', '-'],
  'agency.releaseCase': ['-', 'o', 'Y', 'Y', '-'],
  'agency.submitAnswerOverride': ['-', 'o', 'Y', 'Y', '-'],
  'agency.submitRespondentStatusOverride': ['-', 'o', 'Y', 'Y', '-'],
  'agency.undoDecision': ['-', 'o', 'Y', 'Y', '-'],
  'agency.getReasonList': ['-', 'o', 'Y', 'Y', '-'],
  'agency.saveReason': ['-', 'o', 'Y', 'Y', '-'],
  'agency.removeReason': ['-', 'o', 'Y', 'Y', '-'],
  'agency.getNotes': ['-', 'o', 'Y', 'Y', '-'],
  'agency.addNote': ['-', 'o', 'Y', 'Y', '-'],
  getMyProfile: ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.login.local': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.login.secondFactor': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.login.passkeyOptions': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.login.passkey': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.getSignIn': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.getRequirement': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.getSessionList': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.passkeyOptions': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.reauthenticate': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.beginPasskey': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.finishPasskey': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.removePasskey': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.beginAuthenticator': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.finishAuthenticator': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.removeAuthenticator': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.createRecoveryCodes': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.endSession': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.mySignIn.endOtherSessions': ['-', 'Y', 'Y', 'Y', 'Y'],
  'auth.singleSignOn.getProvider': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.singleSignOn.begin': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.singleSignOn.finish': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.singleSignOn.getSignOut': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.getOverriddenCredentials': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.register.local': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.register.verify': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.checkLink': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.beginResetPassword': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.finishResetPassword': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.tokens.refresh': ['Y', 'Y', 'Y', 'Y', 'Y'],
  'auth.sign-out': ['Y', 'Y', 'Y', 'Y', 'Y'],
}

/**
 * What a translator may do besides the calls that are open to everyone (anonymous `Y`); all others are refused
 * (shared/spec/access-matrix.md#translators).
 */
export const translatorAccess: Readonly<Record<string, Cell>> = {
  'translations.getTranslationList': 'o',
  'translations.getTranslations': 'o',
  'translations.saveTranslations': 'o',
  'translations.getTranslationFile': 'o',
  'translations.checkTranslationFile': 'o',
  'translations.getGlossary': 'Y',
  getMyProfile: 'Y',
  'auth.mySignIn.getSignIn': 'Y',
  'auth.mySignIn.getRequirement': 'Y',
  'auth.mySignIn.getSessionList': 'Y',
  'auth.mySignIn.passkeyOptions': 'Y',
  'auth.mySignIn.reauthenticate': 'Y',
  'auth.mySignIn.beginPasskey': 'Y',
  'auth.mySignIn.finishPasskey': 'Y',
  'auth.mySignIn.removePasskey': 'Y',
  'auth.mySignIn.beginAuthenticator': 'Y',
  'auth.mySignIn.finishAuthenticator': 'Y',
  'auth.mySignIn.removeAuthenticator': 'Y',
  'auth.mySignIn.createRecoveryCodes': 'Y',
  'auth.mySignIn.endSession': 'Y',
  'auth.mySignIn.endOtherSessions': 'Y',
}

/** Returns the cell of a call for a principal; `-` if the call has no row. */
export function cellOf(path: string, principal: Principal): Cell {
  const row = access[path]
  if (!row) return '-'
  if (principal !== 'TRANSLATOR') return row[principals.indexOf(principal)] ?? '-'
  return translatorAccess[path] ?? (row[0] === 'Y' ? 'Y' : '-')
}

/**
 * Returns whether someone with these roles (undefined: anonymous), who translates into these languages, may make the call at all; the union
 * of their cells decides.
 */
export function admits(path: string, roles: readonly Role[] | undefined, translates: readonly string[] = []): boolean {
  const staff: readonly Principal[] | undefined = roles && [...roles, ...(translates.length > 0 ? (['TRANSLATOR'] as const) : [])]
  return (staff ?? ['anonymous']).some((principal) => cellOf(path, principal) !== '-')
}

/**
 * The calls that still work for someone whose role requires a second factor and whose time to set one up is over, besides the calls that
 * are open to everyone: only those needed to set it up.
 */
const setupCalls: readonly string[] = [
  'getMyProfile',
  'auth.mySignIn.getSignIn',
  'auth.mySignIn.getRequirement',
  'auth.mySignIn.getSessionList',
  'auth.mySignIn.passkeyOptions',
  'auth.mySignIn.reauthenticate',
  'auth.mySignIn.beginPasskey',
  'auth.mySignIn.finishPasskey',
  'auth.mySignIn.beginAuthenticator',
  'auth.mySignIn.finishAuthenticator',
  'auth.mySignIn.endSession',
  'auth.mySignIn.endOtherSessions',
]

/** Returns whether a call is blocked until an overdue caller has set up a second factor; every call not listed above is. */
export function waitsForSecondFactor(path: string): boolean {
  return access[path]?.[0] !== 'Y' && !setupCalls.includes(path)
}

/** Returns every disagreement between the table and the procedures; empty if each procedure has exactly one row. */
export function accessGaps(paths: readonly string[]): string[] {
  return [
    ...paths.filter((path) => !access[path]).map((path) => `${path} has no row in access.ts`),
    ...Object.keys(access)
      .filter((path) => !paths.includes(path))
      .map((path) => `${path} has a row in access.ts and no procedure`),
    ...Object.keys(translatorAccess)
      .filter((path) => !access[path])
      .map((path) => `${path} is for translators in access.ts and has no row there`),
  ]
}
