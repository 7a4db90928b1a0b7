import type { EntitySchema } from '@mikro-orm/postgresql'
import { Account, ReviewReminder } from './staff/account.ts'
import { Agency, AgencyMember } from './staff/agency.ts'
import { ApiToken } from './staff/api-token.ts'
import { Announcement } from './messages/announcement.ts'
import { AuditEntry, AuditLink } from './audit-entry.ts'
import { CaseClaim } from './cases/case-claim.ts'
import { CheckInEvent } from './cases/check-in-event.ts'
import { Decision, UnsealedDecision } from './cases/decision.ts'
import { StationMove } from './cases/station-move.ts'
import { TelephoneCall } from './cases/telephone-call.ts'
import { Download, DownloadPiece } from './download.ts'
import { DraftTransfer } from './draft-transfer.ts'
import { DropOff } from './drop-off.ts'
import { KeyringKey } from './keyring-key.ts'
import { Message } from './messages/message.ts'
import { TextReply } from './messages/text-reply.ts'
import { ReceivedText, TextStop } from './messages/text-stop.ts'
import { MessageTemplate } from './messages/message-template.ts'
import { Note } from './cases/note.ts'
import { OneTimeToken } from './staff/one-time-token.ts'
import { OperationRun } from './operations/operation-run.ts'
import { PrivacyLink, PrivacyRequest } from './privacy/privacy-request.ts'
import { Questionnaire } from './questionnaire.ts'
import { QuestionnaireReview } from './unpublished/questionnaire-review.ts'
import { RateCounter } from './rate-counter.ts'
import { Respondent } from './respondent.ts'
import { AuthenticatorApp, Passkey, RecoveryCode, SignInChallenge } from './staff/second-factor.ts'
import { RuleTrial } from './unpublished/rule-trial.ts'
import { SealedDefinition } from './sealed-definition.ts'
import { Seat, Slot, WaitingPlace } from './cases/seat.ts'
import { Session } from './staff/session.ts'
import { ReasonTemplate } from './staff/reason-template.ts'
import { ContactLanguageCount, RespondentCount } from './respondent-count.ts'
import { DeletedRespondent, StoppedRespondent } from './privacy/withdrawn-respondent.ts'
import { SignInIdentity } from './staff/sign-in-identity.ts'
import { SignInPolicy } from './staff/sign-in-policy.ts'
import { Glossary } from './unpublished/glossary.ts'
import { Translation } from './unpublished/translation.ts'
import { WalkIn } from './cases/walk-in.ts'
import { Webhook, WebhookDelivery } from './staff/webhook.ts'
import { WorkshopMove } from './cases/workshop-move.ts'
import { Workshop, WorkshopAccess, WorkshopAgency, WorkshopQuestionnaire } from './workshop.ts'

/** Every entity, for the database connection. */
export const entities: readonly EntitySchema[] = [
  Account,
  Agency,
  AgencyMember,
  Announcement,
  ApiToken,
  AuditEntry,
  AuditLink,
  AuthenticatorApp,
  CaseClaim,
  ContactLanguageCount,
  CheckInEvent,
  Decision,
  DeletedRespondent,
  UnsealedDecision,
  Download,
  DownloadPiece,
  DraftTransfer,
  DropOff,
  KeyringKey,
  Message,
  MessageTemplate,
  Note,
  OneTimeToken,
  OperationRun,
  Passkey,
  PrivacyLink,
  PrivacyRequest,
  Questionnaire,
  QuestionnaireReview,
  RateCounter,
  ReasonTemplate,
  RecoveryCode,
  Respondent,
  RuleTrial,
  SealedDefinition,
  Seat,
  Session,
  SignInChallenge,
  SignInIdentity,
  SignInPolicy,
  Slot,
  StoppedRespondent,
  RespondentCount,
  ReviewReminder,
  StationMove,
  TelephoneCall,
  TextReply,
  TextStop,
  ReceivedText,
  Translation,
  WaitingPlace,
  Glossary,
  WalkIn,
  Webhook,
  WebhookDelivery,
  Workshop,
  WorkshopAccess,
  WorkshopAgency,
  WorkshopMove,
  WorkshopQuestionnaire,
]

/** The same entities, from which the types of Kysely's tables follow. */
export type Entities =
  | typeof Account
  | typeof Agency
  | typeof AgencyMember
  | typeof Announcement
  | typeof ApiToken
  | typeof AuditEntry
  | typeof AuditLink
  | typeof AuthenticatorApp
  | typeof CaseClaim
  | typeof ContactLanguageCount
  | typeof CheckInEvent
  | typeof Decision
  | typeof DeletedRespondent
  | typeof UnsealedDecision
  | typeof Download
  | typeof DownloadPiece
  | typeof DraftTransfer
  | typeof DropOff
  | typeof KeyringKey
  | typeof Message
  | typeof MessageTemplate
  | typeof Note
  | typeof OneTimeToken
  | typeof OperationRun
  | typeof Passkey
  | typeof PrivacyLink
  | typeof PrivacyRequest
  | typeof Questionnaire
  | typeof QuestionnaireReview
  | typeof RateCounter
  | typeof ReasonTemplate
  | typeof RecoveryCode
  | typeof Respondent
  | typeof RuleTrial
  | typeof SealedDefinition
  | typeof Seat
  | typeof Session
  | typeof SignInChallenge
  | typeof SignInIdentity
  | typeof SignInPolicy
  | typeof Slot
  | typeof StoppedRespondent
  | typeof RespondentCount
  | typeof ReviewReminder
  | typeof StationMove
  | typeof TelephoneCall
  | typeof TextReply
  | typeof TextStop
  | typeof ReceivedText
  | typeof Translation
  | typeof WaitingPlace
  | typeof Glossary
  | typeof WalkIn
  | typeof Webhook
  | typeof WebhookDelivery
  | typeof Workshop
  | typeof WorkshopAccess
  | typeof WorkshopAgency
  | typeof WorkshopMove
  | typeof WorkshopQuestionnaire
