import { z } from 'zod'
import { decisionKinds } from '../words/decision-kinds.ts'
import { answerFlags, decidableFlags, respondentFlags } from '../words/flags.ts'
import { limits } from '../words/limits.ts'
import { agency, agencyId } from './agency.ts'
import { answerTexts } from './answer-texts.ts'
import { caseClaim, contactState, waiting } from './cases.ts'
import {
  proof,
  anonymousId,
  answerId,
  answerReason,
  instant,
  isStorable,
  languageTag,
  lookupName,
  reason,
  respondentRef,
  rowId,
  shownDay,
  shownLanguage,
  shownName,
  shownPerson,
} from './fields.ts'
import { filter, pageOf, pagination } from './paging.ts'
import { ordered } from './respondent-order.ts'
import { answeredAtDoor, walkInToken } from './walk-ins.ts'

/** A respondent's submission: identifier → value (shared/spec/contract.md#submission). */
export const submission = z.strictObject({
  name: lookupName.meta({ description: 'Name of the questionnaire', example: 'citizenship_screening' }),
  language: languageTag.meta({ description: 'Language it was answered in, one of those of the questionnaire' }),
  answers: answerTexts.meta({
    description: 'Question identifier → answer: the value of a choice, a date (YYYY-MM-DD), a number with a decimal point, or text',
    example: { fullName: 'Mai Nguyen' },
    type: 'object',
    propertyNames: { type: 'string', maxLength: 200 },
    additionalProperties: { type: 'string', maxLength: limits.cellMax },
  }),
  workshopName: lookupName.optional().meta({
    description:
      'Workshop it is for. If omitted, the default one of the open workshops that offer the questionnaire, otherwise the next of them by date',
  }),
  questionnaireId: rowId.optional().meta({ description: 'Version that was answered; the newest if omitted', example: 5 }),
  idempotencyKey: z.uuid().optional().meta({
    description: 'Idempotency key: repeated calls with the same key get the same response; also accepted in the `Idempotency-Key` header',
    example: '018f3a5e-7b1c-7c3d-9a40-2f6b8c1d0e11',
  }),
  walkIn: walkInToken.optional().meta({ description: 'Secret of the link that was created for them at the door' }),
  parentConsent: z.literal(true).optional().meta({ description: 'For a respondent under 18: states that a parent or guardian agrees' }),
  proof,
})
export type Submission = z.output<typeof submission>

export const submitted = z.object({ anonymousId })

const questionnaireId = rowId.meta({ description: 'Version of the questionnaire that was answered', example: 5 })

export const respondent = z
  .object({
    anonymousId: z.string().meta({
      description: 'Personal number by which staff know a respondent: 13 letters and digits in groups of 4, 4 and 5',
      example: 'K7QM-2XWD-94HTR',
    }),
    fullName: z.string().meta({ description: 'Full name; empty if none was asked for', example: 'Mai Nguyen' }),
    email: z.string().nullable().meta({ description: 'E-mail address; null if none was given', example: 'mai@example.org' }),
    phoneNumber: z
      .string()
      .nullable()
      .meta({ description: 'Telephone number, + and digits; null if none was given', example: '+14085550123' }),
    date: instant.meta({ description: 'When the response arrived, ISO 8601 in UTC' }),
    questionnaireId,
    language: shownLanguage.meta({ description: 'Language it was answered in' }),
    contactLanguage: shownLanguage.meta({ description: 'Contact language', example: 'vi' }),
    workshopName: shownName,
    test: z.literal(true).optional().meta({ description: 'True for a respondent of a test workshop; omitted otherwise', example: true }),
    agency: agency
      .nullable()
      .meta({ description: 'Agency the respondent is assigned to; null if none', example: { id: 3, name: 'North Valley Legal Aid' } }),
    workshopDate: shownDay,
    mustTelephone: z.boolean().meta({
      description:
        'Whether they have to be telephoned: they gave no e-mail address, or one that already got its invitations of the day or that the mail server refuses, a message about the workshop was given up, or new rules turned them away, and nobody has reached them since',
      example: false,
    }),
  })
  .meta({ id: 'Respondent', description: 'A person who submitted a response' })
export type Respondent = z.output<typeof respondent>

export const respondentFlag = z
  .object({
    initial: z.enum(respondentFlags).meta({ description: 'Flag on arrival; never in-progress', example: 'red' }),
    current: z.enum(respondentFlags).meta({ description: 'Current flag', example: 'in-progress' }),
    initialRedFlagAnswerCount: z.int().meta({ description: 'Number of answers that were red on arrival', example: 2 }),
    currentRedFlagAnswerCount: z.int().meta({ description: 'Number of answers that are red now', example: 1 }),
    forceInfo: z
      .object({
        flag: z.enum(decidableFlags).meta({ description: 'Flag that was decided', example: 'red' }),
        reason: z.string().meta({ description: 'Reason; empty for green', example: 'Needs a full consultation.' }),
        timeStampUTC: instant.meta({ description: 'When it was decided, ISO 8601 in UTC' }),
      })
      .nullable()
      .meta({ description: 'A reviewer’s decision on the whole respondent; null if there is none', example: null }),
  })
  .meta({ id: 'RespondentFlag', description: 'Flags and red answer counts of a respondent' })
export type RespondentFlag = z.output<typeof respondentFlag>

export const respondentEntry = z
  .object({
    respondent,
    flag: respondentFlag,
    checkedInAt: instant.nullable().meta({ description: 'When they were checked in, ISO 8601 in UTC; null if not yet', example: null }),
    waiting: waiting.optional().meta({ description: 'How long the case has waited for a decision; omitted once there is one' }),
    contact: contactState.optional().meta({ description: 'How they have been contacted so far; omitted at check-in' }),
    claim: caseClaim.optional().meta({ description: 'Who is reading the case now; omitted if nobody is' }),
  })
  .meta({ id: 'RespondentEntry', description: 'A respondent with flag and check-in' })
export type RespondentEntry = z.output<typeof respondentEntry>
export const respondentPage = pageOf(respondentEntry)

/** A respondent as check-in sees them. Fields are listed one by one, so that those added for reviewers are not exposed here. */
export const greenDotEntry = z
  .object({
    respondent: respondent
      .pick({
        anonymousId: true,
        fullName: true,
        email: true,
        phoneNumber: true,
        date: true,
        questionnaireId: true,
        language: true,
        contactLanguage: true,
        workshopName: true,
        workshopDate: true,
        agency: true,
        mustTelephone: true,
      })
      .meta({ description: 'The respondent' }),
    flag: respondentFlag
      .pick({
        initial: true,
        current: true,
        initialRedFlagAnswerCount: true,
        currentRedFlagAnswerCount: true,
        forceInfo: true,
      })
      .meta({ description: 'Flags and counts' }),
    checkedInAt: respondentEntry.shape.checkedInAt,
  })
  .meta({ id: 'GreenDotEntry', description: 'A green dot with flag and check-in' })
export const greenDotPage = pageOf(greenDotEntry)

const includes = {
  includeGreen: z.boolean().default(true).meta({ description: 'Whether to include green respondents', example: true }),
  includeRed: z.boolean().default(true).meta({ description: 'Whether to include red respondents', example: true }),
  includeInProgress: z.boolean().default(true).meta({
    description: 'Whether to include respondents in progress; not-applicable ones are included only if all three are true',
    example: true,
  }),
}

const ofWorkshop = { description: 'Name of a workshop; all workshops if omitted' }

const ofAgency = { description: 'Only respondents assigned to this agency', example: 3 }
export const allResponses = z.strictObject({
  name: lookupName.optional().meta(ofWorkshop),
  agencyId: agencyId.optional().meta(ofAgency),
  pagination,
  ...includes,
  ...ordered,
})
export type AllResponses = z.output<typeof allResponses>
export const greenDots = z.strictObject({ name: lookupName.meta({ description: 'Name of the workshop' }), pagination, filter })
export type GreenDots = z.output<typeof greenDots>
export const assigned = z.strictObject({ agencyId, pagination, ...includes, ...ordered })
export type Assigned = z.output<typeof assigned>

export const decision = z
  .object({
    kind: z.enum(decisionKinds).meta({ description: 'What was decided on, or changed', example: 'answer' }),
    identifier: z.string().optional().meta({ description: 'Question, for a decision on an answer', example: 'arrestedOrCited' }),
    flag: z.enum(decidableFlags).nullable().meta({
      description: 'Flag decided, or kept by a correction; null if a decision on the respondent or check-in was undone',
      example: 'green',
    }),
    reason: z.string().meta({ description: 'Reason, as written by the reviewer', example: 'Court paper seen.' }),
    before: z.string().optional().meta({
      description:
        'Previous value: the answer for a correction, the workshop for a move, the number of the other case for a merge; omitted at check-in',
      example: 'yes',
    }),
    after: z.string().optional().meta({ description: 'New value, likewise', example: 'no' }),
    by: shownPerson.meta({ description: 'Who made the decision' }),
    outsideAgency: z.boolean().meta({ description: 'Whether they did not belong to the respondent’s agency', example: false }),
    own: z.boolean().meta({ description: 'Whether you made the decision', example: false }),
    timestampUTC: instant.meta({ description: 'When the decision was made, ISO 8601 in UTC' }),
  })
  .meta({ id: 'Decision', description: 'One decision in the history of a case' })
export type Decision = z.output<typeof decision>

const flagReason = z.object({
  reason: z.string().meta({ description: 'Why', example: 'Court paper seen.' }),
  timestampUTC: instant.meta({ description: 'When, ISO 8601 in UTC' }),
})

export const flaggedAnswer = z
  .object({
    identifier: z.string().meta({ description: 'Identifier of the question', example: 'arrestedOrCited' }),
    answerId,
    originalValue: z.string().meta({ description: 'Stored answer; empty if none was given', example: 'yes' }),
    asked: z.boolean().meta({ description: 'Whether the question was asked, given the other answers', example: true }),
    canBeFlagged: z.boolean().meta({ description: 'Whether it answers a red-flag question', example: true }),
    initialFlag: z.enum(['red', 'green']).meta({ description: 'Flag on arrival; green if the answer cannot be flagged', example: 'red' }),
    effectiveFlag: z.enum(answerFlags).meta({ description: 'Current flag', example: 'green' }),
    override: flagReason.nullable().meta({ description: 'A reversal of the initial flag that is in effect; null if there is none' }),
    redByRules: flagReason.optional().meta({ description: 'What else new rules find in an answer that was red on arrival, for reviewers' }),
  })
  .meta({ id: 'FlaggedAnswer', description: 'One answer with its flag' })
export type FlaggedAnswer = z.output<typeof flaggedAnswer>

const caseVersion = z.int().min(0).meta({ description: 'Version of the case: the number of decisions on it', example: 3 })

const basedOn = caseVersion.max(2_147_483_647).optional().meta({
  description: 'Version of the case that the caller has seen; decisions made by others since then are reported instead of overridden',
  example: 3,
})

export const answerInfo = z.object({
  questionnaireId,
  language: shownLanguage.meta({ description: 'Language it was answered in' }),
  answerFlags: z
    .object({
      flaggedAnswers: z.array(flaggedAnswer).meta({ description: 'All answers in question order, including unanswered questions' }),
    })
    .meta({ description: 'The answers' }),
  history: z.array(decision).meta({ description: 'Who decided what and when, newest first; of undone check-ins, the newest 20' }),
  version: caseVersion,
  undoable: z.boolean().meta({ description: 'Whether you may undo the newest decision now', example: false }),
  assigned: z
    .object({
      by: shownPerson.meta({ description: 'Who assigned the case to its agency', example: 'Adam Abiodun' }),
      timestampUTC: instant.meta({ description: 'When it was assigned, ISO 8601 in UTC' }),
      reason: z.string().nullable().meta({ description: 'Reason; null if none was given', example: 'They speak Vietnamese.' }),
    })
    .optional()
    .meta({ description: 'Who assigned the case to its agency; omitted if it was assigned automatically, and at check-in' }),
  parentConsent: z.boolean().optional().meta({
    description: 'Whether a respondent under 18 stated that a parent or guardian agrees; omitted for everybody else, and at check-in',
    example: true,
  }),
  walkIn: answeredAtDoor
    .optional()
    .meta({ description: 'How the answers of a walk-in were submitted; omitted for everybody else, and at check-in' }),
})

export type AnswerInfo = z.output<typeof answerInfo>

/** The answers as check-in sees them. */
export const greenDotAnswerInfo = answerInfo.pick({
  questionnaireId: true,
  language: true,
  answerFlags: true,
  history: true,
  version: true,
  undoable: true,
})

export const answerOverride = z.strictObject({
  answerId,
  flag: z.enum(decidableFlags).meta({ description: 'New flag', example: 'green' }),
  reason: answerReason,
  basedOn,
})
export type AnswerOverride = z.output<typeof answerOverride>

export const statusOverride = z.strictObject({
  status: z
    .discriminatedUnion('flag', [
      z.strictObject({ flag: z.literal('red').meta({ description: 'Fully red, with a reason', example: 'red' }), reason }),
      z.strictObject({ flag: z.literal('green').meta({ description: 'Green: invites the respondent', example: 'green' }) }),
    ])
    .meta({ description: 'New status' }),
  respondent: respondentRef,
  basedOn,
})
export type StatusOverride = z.output<typeof statusOverride>

export const withdrawal = z.strictObject({ respondent: respondentRef, reason, basedOn })
export type Withdrawal = z.output<typeof withdrawal>

export const undoing = z.strictObject({
  respondent: respondentRef,
  version: caseVersion.max(2_147_483_647).meta({ description: 'Version of the case whose newest decision is undone', example: 3 }),
})
export type Undoing = z.output<typeof undoing>

/** An idempotency key from the header. */
export const idempotencyHeader = z.uuid().refine(isStorable)
