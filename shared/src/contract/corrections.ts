import { z } from 'zod'
import { decidableFlags, respondentFlags } from '../words/flags.ts'
import { agency } from './agency.ts'
import { answerTexts } from './answer-texts.ts'
import { byRespondent, instant, lookupName, reason, respondentRef, shownName, shownPerson } from './fields.ts'
import { pageOf, pagination } from './paging.ts'

/** Corrections of a respondent's answers, and cases that are moved, withdrawn or merged (shared/spec/contract.md#corrections). */
export const corrected = byRespondent.extend({
  answers: answerTexts.meta({
    description: 'Question identifier → the answer as it should have been; an empty one takes the answer away. The others stay.',
    example: { phoneNumber: '+14085550123' },
    type: 'object',
    propertyNames: { type: 'string', maxLength: 200 },
    additionalProperties: { type: 'string' },
  }),
})
export type Corrected = z.output<typeof corrected>

const version = z.int().min(0).max(2_147_483_647).meta({ description: 'The version of the case that was looked at', example: 3 })
const flag = z.enum(respondentFlags)
const answerFlag = z.enum(decidableFlags)

export const correctionPreview = z
  .object({
    version: z.int().meta({ description: 'The version of the case that this is of', example: 3 }),
    changes: z
      .array(
        z.object({
          identifier: z.string().meta({ description: 'The question', example: 'phoneNumber' }),
          before: z.string().meta({ description: 'The answer now; empty: none', example: '+14085550100' }),
          after: z.string().meta({ description: 'The answer afterwards; empty: none', example: '+14085550123' }),
          flagBefore: answerFlag.nullable().meta({ description: 'Its flag now; null: it cannot be flagged', example: 'red' }),
          flagAfter: answerFlag.nullable().meta({ description: 'Its flag afterwards', example: 'green' }),
        }),
      )
      .meta({ description: 'The answers that change, those that follow from others included' }),
    flagBefore: flag.meta({ description: 'The flag of the respondent now', example: 'in-progress' }),
    flagAfter: flag.meta({ description: 'Their flag afterwards', example: 'green' }),
    redAnswersAfter: z.int().meta({ description: 'How many answers are red afterwards', example: 0 }),
    forceTakenBack: z.boolean().meta({ description: 'Whether a decision that they are green goes, as answers are red', example: false }),
    leavesAgency: z
      .boolean()
      .meta({ description: 'Whether the case leaves its agency, because the answers may not be shared', example: false }),
    invitation: z.enum(['none', 'goes-out', 'goes-out-as-text', 'sent-before', 'invited-before']).meta({
      description:
        'none: nothing is sent; goes-out: they are invited by e-mail; goes-out-as-text: they gave only a number, and are invited by text message; sent-before: they are welcome and were invited before, nothing is sent; invited-before: they were invited, and are not welcome any more: telephone them',
      example: 'goes-out',
    }),
  })
  .meta({ id: 'CorrectionPreview', description: 'What would follow from a correction' })
export type CorrectionPreview = z.output<typeof correctionPreview>

export const correction = corrected.extend({ reason, version })
export type Correction = z.output<typeof correction>

export const relocation = byRespondent.extend({
  workshopName: lookupName.meta({ description: 'Name of the workshop that they come to instead' }),
  reason,
  version,
})
export type Relocation = z.output<typeof relocation>

export const caseWithdrawal = byRespondent.extend({ reason })
export type CaseWithdrawal = z.output<typeof caseWithdrawal>

export const merger = byRespondent.extend({
  into: respondentRef.meta({ description: 'The case that is kept' }),
  reason,
})
export type Merger = z.output<typeof merger>

export const setAsideList = z.strictObject({ pagination })
export type SetAsideList = z.output<typeof setAsideList>

export const setAsideEntry = z
  .object({
    anonymousId: z.string().meta({ description: 'Whose case', example: 'K7QM-2XWD-94HTR' }),
    kind: z.enum(['withdrawn', 'merged']).meta({ description: 'Whether it was withdrawn, or merged into another', example: 'merged' }),
    mergedInto: z.string().nullable().meta({ description: 'The number of the case that was kept; null: withdrawn', example: null }),
    workshopName: shownName,
    agency: agency.nullable().meta({ description: 'The agency that had it; null: none' }),
    reason: z.string().meta({ description: 'Why, as staff wrote it', example: 'Moved to another city.' }),
    by: shownPerson,
    setAsideAt: instant.meta({ description: 'When, ISO 8601 in UTC' }),
    returnableUntil: instant.nullable().meta({ description: 'Until when it can be put back; null: until it is deleted', example: null }),
  })
  .meta({ id: 'SetAsideEntry', description: 'A case that staff withdrew or merged' })
export type SetAsideEntry = z.output<typeof setAsideEntry>
export const setAsidePage = pageOf(setAsideEntry)
