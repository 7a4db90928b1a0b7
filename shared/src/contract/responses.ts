import { z } from 'zod'
import { answerFlags, decidableFlags, respondentFlags } from '../words/flags.ts'
import { limits } from '../words/limits.ts'
import { anonymousId, answerId, instant, isStorable, languageTag, lookupName, reason, respondentRef, rowId, text } from './fields.ts'
import { filter, pageOf, pagination } from './paging.ts'

/** What a respondent sends: identifier → value (contract section 4, Submission). */
export const submission = z.object({
  name: lookupName,
  language: languageTag,
  answers: z
    .record(text(200), text(limits.cellMax))
    .refine((answers) => Object.keys(answers).length <= 2 * limits.questionsMax, 'Too many answers')
    .meta({
      description: 'Question identifier → answer: a choice’s value, YYYY-MM-DD, digits with a point, or text',
      example: { fullName: 'Mai Nguyen' },
    }),
  workshopName: lookupName.optional(),
  questionnaireId: rowId.optional().meta({ description: 'The version answered; the newest when left out' }),
  idempotencyKey: z.uuid().optional().meta({
    description: 'The same key answers the same; also taken from the Idempotency-Key header',
    example: '018f3a5e-7b1c-7c3d-9a40-2f6b8c1d0e11',
  }),
  proof: text(400).optional().meta({ description: 'Solution of the challenge that a 429 carried' }),
})
export type Submission = z.output<typeof submission>

export const submitted = z.object({ anonymousId })

export const respondent = z.object({
  anonymousId: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  date: instant,
  questionnaireId: rowId,
  language: z.string(),
  workshopName: z.string(),
  agency: z.object({ id: rowId, name: z.string() }).nullable(),
  mustTelephone: z.boolean().meta({ description: 'Gave no e-mail address and has to be telephoned', example: false }),
})
export type Respondent = z.output<typeof respondent>

export const respondentFlag = z.object({
  initial: z.enum(respondentFlags),
  current: z.enum(respondentFlags),
  initialRedFlagAnswerCount: z.int(),
  currentRedFlagAnswerCount: z.int(),
  forceInfo: z
    .object({ flag: z.enum(decidableFlags), reason: z.string(), timeStampUTC: instant })
    .nullable()
    .meta({ description: 'A reviewer’s decision on the whole respondent; the reason is empty for force-green' }),
})
export type RespondentFlag = z.output<typeof respondentFlag>

export const respondentEntry = z.object({ respondent, flag: respondentFlag, checkedInAt: instant.nullable() })
export type RespondentEntry = z.output<typeof respondentEntry>
export const respondentPage = pageOf(respondentEntry)

const includes = {
  includeGreen: z.boolean().default(true),
  includeRed: z.boolean().default(true),
  includeInProgress: z.boolean().default(true),
}

export const allResponses = z.object({ name: lookupName.optional(), pagination, ...includes, filter })
export type AllResponses = z.output<typeof allResponses>
export const greenDots = z.object({ name: lookupName, pagination, filter })
export type GreenDots = z.output<typeof greenDots>
export const assigned = z.object({ agencyId: rowId, pagination, ...includes, filter })
export type Assigned = z.output<typeof assigned>

export const decision = z.object({
  kind: z.enum(['answer', 'respondent', 'check-in']),
  identifier: z.string().optional(),
  flag: z.enum(decidableFlags).nullable().meta({ description: 'null: a decision on the respondent, or a check-in, was taken back' }),
  reason: z.string(),
  by: z.string(),
  outsideAgency: z.boolean(),
  timestampUTC: instant,
})
export type Decision = z.output<typeof decision>

export const flaggedAnswer = z.object({
  identifier: z.string(),
  answerId,
  originalValue: z.string().meta({ description: 'The stored answer; empty when none was given' }),
  canBeFlagged: z.boolean(),
  initialFlag: z.enum(['red', 'green']).meta({ description: 'green when the answer cannot be flagged' }),
  effectiveFlag: z.enum(answerFlags),
  override: z.object({ reason: z.string(), timestampUTC: instant }).nullable(),
})
export type FlaggedAnswer = z.output<typeof flaggedAnswer>

export const answerInfo = z.object({
  questionnaireId: rowId,
  language: z.string(),
  answerFlags: z.object({ flaggedAnswers: z.array(flaggedAnswer) }),
  history: z.array(decision).meta({ description: 'Who decided what and when, newest first' }),
})

export type AnswerInfo = z.output<typeof answerInfo>

export const answerOverride = z.object({ answerId, flag: z.enum(decidableFlags), reason })
export type AnswerOverride = z.output<typeof answerOverride>

export const statusOverride = z.object({
  status: z.discriminatedUnion('flag', [z.object({ flag: z.literal('red'), reason }), z.object({ flag: z.literal('green') })]),
  respondent: respondentRef,
})
export type StatusOverride = z.output<typeof statusOverride>

export const withdrawal = z.object({ respondent: respondentRef, reason })
export const assignment = z.object({ respondent: respondentRef, agencyId: rowId })

export const overviewOf = z.object({ name: lookupName.optional() }).default({})
const counted = z.int().meta({ description: 'Respondents', example: 12 })
export const overview = z.object({
  total: counted,
  unassigned: counted.meta({ description: 'In progress or red, and no agency takes part to whom they could be given', example: 3 }),
  byFlag: z.array(z.object({ flag: z.enum(respondentFlags), respondents: counted })),
  byLanguage: z.array(z.object({ language: z.string(), respondents: counted })),
  byAgency: z.array(z.object({ agency: z.object({ id: rowId, name: z.string() }).nullable(), respondents: counted })),
  byDay: z.array(z.object({ day: z.string(), respondents: counted })),
})
export type Overview = z.output<typeof overview>

/** The header form of an idempotency key. */
export const idempotencyHeader = z.uuid().refine(isStorable)
