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
  language: languageTag.meta({ description: 'The language it was answered in, one of the questionnaire’s' }),
  answers: answerTexts.meta({
    description: 'Question identifier → answer: a choice’s value, YYYY-MM-DD, digits with a point, or text',
    example: { fullName: 'Mai Nguyen' },
    type: 'object',
    propertyNames: { type: 'string', maxLength: 200 },
    additionalProperties: { type: 'string', maxLength: limits.cellMax },
  }),
  workshopName: lookupName.optional().meta({
    description:
      'The workshop it is for; left out, the default among the open workshops that have the questionnaire, else the next by date',
  }),
  questionnaireId: rowId.optional().meta({ description: 'The version answered; the newest when left out', example: 5 }),
  idempotencyKey: z.uuid().optional().meta({
    description: 'The same key answers the same; also taken from the Idempotency-Key header',
    example: '018f3a5e-7b1c-7c3d-9a40-2f6b8c1d0e11',
  }),
  walkIn: walkInToken.optional().meta({ description: 'The secret of the link that somebody at the door made for them' }),
  parentConsent: z.literal(true).optional().meta({ description: 'Of somebody under 18: they say that a parent or guardian agrees' }),
  proof,
})
export type Submission = z.output<typeof submission>

export const submitted = z.object({ anonymousId })

const questionnaireId = rowId.meta({ description: 'The version of the questionnaire that was answered', example: 5 })

export const respondent = z
  .object({
    anonymousId: z.string().meta({
      description: 'What staff know a respondent by: 13 letters and digits in groups of 4, 4 and 5',
      example: 'K7QM-2XWD-94HTR',
    }),
    fullName: z.string().meta({ description: 'Full name; empty when none was asked for', example: 'Mai Nguyen' }),
    email: z.string().nullable().meta({ description: 'E-mail address; null when none was given', example: 'mai@example.org' }),
    phoneNumber: z
      .string()
      .nullable()
      .meta({ description: 'Telephone number, + and digits; null when none was given', example: '+14085550123' }),
    date: instant.meta({ description: 'When the response arrived, ISO 8601 in UTC' }),
    questionnaireId,
    language: shownLanguage.meta({ description: 'The language it was answered in' }),
    contactLanguage: shownLanguage.meta({ description: 'The language in which they want to hear from us', example: 'vi' }),
    workshopName: shownName,
    test: z.literal(true).optional().meta({ description: 'Of a test workshop; left out otherwise', example: true }),
    agency: agency
      .nullable()
      .meta({ description: 'The agency it is assigned to; null: none', example: { id: 3, name: 'North Valley Legal Aid' } }),
    workshopDate: shownDay,
    mustTelephone: z.boolean().meta({
      description: 'Gave no e-mail address, or one that got its invitations of the day, and has to be telephoned',
      example: false,
    }),
  })
  .meta({ id: 'Respondent', description: 'A person who sent a response' })
export type Respondent = z.output<typeof respondent>

export const respondentFlag = z
  .object({
    initial: z.enum(respondentFlags).meta({ description: 'The flag on arrival; never in-progress', example: 'red' }),
    current: z.enum(respondentFlags).meta({ description: 'The flag now', example: 'in-progress' }),
    initialRedFlagAnswerCount: z.int().meta({ description: 'Answers that were red on arrival', example: 2 }),
    currentRedFlagAnswerCount: z.int().meta({ description: 'Answers that are red now', example: 1 }),
    forceInfo: z
      .object({
        flag: z.enum(decidableFlags).meta({ description: 'What was decided', example: 'red' }),
        reason: z.string().meta({ description: 'Why; empty for green', example: 'Needs a full consultation.' }),
        timeStampUTC: instant.meta({ description: 'When, ISO 8601 in UTC' }),
      })
      .nullable()
      .meta({ description: 'A reviewer’s decision on the whole respondent; null: none', example: null }),
  })
  .meta({ id: 'RespondentFlag', description: 'The flags and counts of a respondent' })
export type RespondentFlag = z.output<typeof respondentFlag>

export const respondentEntry = z
  .object({
    respondent,
    flag: respondentFlag,
    checkedInAt: instant.nullable().meta({ description: 'When they were checked in, ISO 8601 in UTC; null: not yet', example: null }),
    waiting: waiting.optional().meta({ description: 'How long the case has waited for a decision; left out once there is one' }),
    contact: contactState.optional().meta({ description: 'How they were reached so far; left out at check-in' }),
    claim: caseClaim.optional().meta({ description: 'Who is reading the case now; left out: no one' }),
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
      .meta({ description: 'Who it is' }),
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
  includeGreen: z.boolean().default(true).meta({ description: 'Whether to list green ones', example: true }),
  includeRed: z.boolean().default(true).meta({ description: 'Whether to list red ones', example: true }),
  includeInProgress: z.boolean().default(true).meta({
    description: 'Whether to list those in progress; not-applicable ones are listed only when all three are true',
    example: true,
  }),
}

const ofWorkshop = { description: 'Name of a workshop; all workshops when left out' }

const ofAgency = { description: 'Only those assigned to this agency', example: 3 }
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
    identifier: z.string().optional().meta({ description: 'The question, where an answer was decided on', example: 'arrestedOrCited' }),
    flag: z
      .enum(decidableFlags)
      .nullable()
      .meta({ description: 'null: a decision on the respondent, or a check-in, was taken back', example: 'green' }),
    reason: z.string().meta({ description: 'Reason, as written by the reviewer', example: 'Court paper seen.' }),
    before: z.string().optional().meta({
      description:
        'What stood before: of a correction the answer, of a move the workshop, of a merge the number of the other case; left out at check-in',
      example: 'yes',
    }),
    after: z.string().optional().meta({ description: 'What stood after it, likewise', example: 'no' }),
    by: shownPerson.meta({ description: 'Who decided' }),
    outsideAgency: z.boolean().meta({ description: 'Whether they were not of the respondent’s agency', example: false }),
    own: z.boolean().meta({ description: 'Whether you decided it', example: false }),
    timestampUTC: instant.meta({ description: 'When, ISO 8601 in UTC' }),
  })
  .meta({ id: 'Decision', description: 'One decision of the history' })
export type Decision = z.output<typeof decision>

export const flaggedAnswer = z
  .object({
    identifier: z.string().meta({ description: 'The question', example: 'arrestedOrCited' }),
    answerId,
    originalValue: z.string().meta({ description: 'The stored answer; empty when none was given', example: 'yes' }),
    asked: z.boolean().meta({ description: 'Whether the question was asked, given the other answers', example: true }),
    canBeFlagged: z.boolean().meta({ description: 'Whether it answers a red-flag question', example: true }),
    initialFlag: z
      .enum(['red', 'green'])
      .meta({ description: 'The flag on arrival; green when the answer cannot be flagged', example: 'red' }),
    effectiveFlag: z.enum(answerFlags).meta({ description: 'The flag now', example: 'green' }),
    override: z
      .object({
        reason: z.string().meta({ description: 'Why it was reversed', example: 'Court paper seen.' }),
        timestampUTC: instant.meta({ description: 'When, ISO 8601 in UTC' }),
      })
      .nullable()
      .meta({ description: 'A reviewer’s reversal that is in effect; null: none' }),
  })
  .meta({ id: 'FlaggedAnswer', description: 'One answer with its flag' })
export type FlaggedAnswer = z.output<typeof flaggedAnswer>

const caseVersion = z.int().min(0).meta({ description: 'How many decisions there were on the case', example: 3 })

const basedOn = caseVersion
  .max(2_147_483_647)
  .optional()
  .meta({ description: 'The version that was looked at; what others decided since is then told instead of overridden', example: 3 })

export const answerInfo = z.object({
  questionnaireId,
  language: shownLanguage.meta({ description: 'The language it was answered in' }),
  answerFlags: z
    .object({ flaggedAnswers: z.array(flaggedAnswer).meta({ description: 'Every answer, in question order, unanswered ones included' }) })
    .meta({ description: 'The answers' }),
  history: z.array(decision).meta({ description: 'Who decided what and when, newest first' }),
  version: caseVersion,
  undoable: z.boolean().meta({ description: 'Whether you may undo the newest decision now', example: false }),
  assigned: z
    .object({
      by: shownPerson.meta({ description: 'Who gave the case to its agency', example: 'Adam Abiodun' }),
      timestampUTC: instant.meta({ description: 'When, ISO 8601 in UTC' }),
      reason: z.string().nullable().meta({ description: 'Why; null: they did not say', example: 'They speak Vietnamese.' }),
    })
    .optional()
    .meta({ description: 'Who gave the case to its agency; left out when it got there by itself, and at check-in' }),
  parentConsent: z.boolean().optional().meta({
    description: 'Whether somebody under 18 said that a parent or guardian agrees; left out for everybody else, and at check-in',
    example: true,
  }),
  walkIn: answeredAtDoor
    .optional()
    .meta({ description: 'Of somebody who came without having answered; left out for everybody else, and at check-in' }),
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
  reason,
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
  version: caseVersion.max(2_147_483_647).meta({ description: 'The version of the case whose newest decision is undone', example: 3 }),
})
export type Undoing = z.output<typeof undoing>

/** An idempotency key from the header. */
export const idempotencyHeader = z.uuid().refine(isStorable)
