import { z } from 'zod'
import { decidableFlags, respondentFlags } from '../words/flags.ts'
import { agency } from './agency.ts'
import { answerTexts } from './answer-texts.ts'
import { byRespondent, instant, lookupName, reason, respondentRef, shownName, shownPerson } from './fields.ts'
import { pageOf, pagination } from './paging.ts'

/** Corrections of a respondent's answers, and cases that are moved, withdrawn or merged (shared/spec/contract.md#corrections). */
export const corrected = byRespondent.extend({
  answers: answerTexts.meta({
    description: 'Question identifier → corrected answer; an empty one removes the answer. Omitted answers are unchanged',
    example: { phoneNumber: '+14085550123' },
    type: 'object',
    propertyNames: { type: 'string', maxLength: 200 },
    additionalProperties: { type: 'string' },
  }),
})
export type Corrected = z.output<typeof corrected>

const version = z.int().min(0).max(2_147_483_647).meta({ description: 'Version of the case that the caller has seen', example: 3 })
const flag = z.enum(respondentFlags)
const answerFlag = z.enum(decidableFlags)

export const correctionPreview = z
  .object({
    version: z.int().meta({ description: 'Version of the case that the preview is based on', example: 3 }),
    rulesVersion: z
      .int()
      .meta({ description: 'Version whose rules, applied to open cases, the preview is based on; 0 if there are none', example: 0 }),
    changes: z
      .array(
        z.object({
          identifier: z.string().meta({ description: 'Identifier of the question', example: 'phoneNumber' }),
          before: z.string().meta({ description: 'Current answer; empty if there is none', example: '+14085550100' }),
          after: z.string().meta({ description: 'Answer after the correction; empty if there is none', example: '+14085550123' }),
          flagBefore: answerFlag
            .nullable()
            .meta({ description: 'Current flag of the answer; null if it cannot be flagged', example: 'red' }),
          flagAfter: answerFlag.nullable().meta({ description: 'Flag of the answer after the correction', example: 'green' }),
        }),
      )
      .meta({ description: 'Answers that change, including those that follow from others' }),
    flagBefore: flag.meta({ description: 'Current flag of the respondent', example: 'in-progress' }),
    flagAfter: flag.meta({ description: 'Flag of the respondent after the correction', example: 'green' }),
    redAnswersAfter: z.int().meta({ description: 'Number of red answers after the correction', example: 0 }),
    forceTakenBack: z
      .boolean()
      .meta({ description: 'Whether a decision that marked the respondent green is revoked because answers are red', example: false }),
    leavesAgency: z
      .boolean()
      .meta({ description: 'Whether the case is removed from its agency because the answers may not be shared', example: false }),
    invitation: z.enum(['none', 'goes-out', 'goes-out-as-text', 'sent-before', 'invited-before']).meta({
      description:
        '`none`: nothing is sent; `goes-out`: they are invited by e-mail; `goes-out-as-text`: they gave only a telephone number and are invited by text message; `sent-before`: they may come and were already invited, so nothing is sent; `invited-before`: they were invited but may no longer come, so they must be telephoned',
      example: 'goes-out',
    }),
  })
  .meta({ id: 'CorrectionPreview', description: 'The consequences of a correction' })
export type CorrectionPreview = z.output<typeof correctionPreview>

export const correction = corrected.extend({
  reason,
  version,
  rulesVersion: z.int().min(0).max(2_147_483_647).optional().meta({
    description: '`rulesVersion` of the preview; the correction is refused if other rules have been applied since',
    example: 0,
  }),
})
export type Correction = z.output<typeof correction>

export const relocation = byRespondent.extend({
  workshopName: lookupName.meta({ description: 'Name of the workshop they are moved to' }),
  reason,
  version,
})
export type Relocation = z.output<typeof relocation>

export const caseWithdrawal = byRespondent.extend({ reason })
export type CaseWithdrawal = z.output<typeof caseWithdrawal>

export const merger = byRespondent.extend({
  into: respondentRef.meta({ description: 'Case that is kept' }),
  reason,
})
export type Merger = z.output<typeof merger>

export const setAsideList = z.strictObject({ pagination })
export type SetAsideList = z.output<typeof setAsideList>

export const setAsideEntry = z
  .object({
    anonymousId: z.string().meta({ description: 'Personal number of the respondent', example: 'K7QM-2XWD-94HTR' }),
    kind: z.enum(['withdrawn', 'merged']).meta({ description: 'Whether it was withdrawn, or merged into another case', example: 'merged' }),
    mergedInto: z
      .string()
      .nullable()
      .meta({ description: 'Personal number of the case that was kept; null if it was withdrawn', example: null }),
    workshopName: shownName,
    agency: agency.nullable().meta({ description: 'Agency it was assigned to; null if none' }),
    reason: z.string().meta({ description: 'Reason, as written by staff', example: 'Moved to another city.' }),
    by: shownPerson,
    setAsideAt: instant.meta({ description: 'When it was withdrawn or merged, ISO 8601 in UTC' }),
    returnableUntil: instant.nullable().meta({
      description: 'Until when it can be restored, ISO 8601 in UTC; null if it can be restored until it is deleted',
      example: null,
    }),
  })
  .meta({ id: 'SetAsideEntry', description: 'A case that staff withdrew or merged' })
export type SetAsideEntry = z.output<typeof setAsideEntry>
export const setAsidePage = pageOf(setAsideEntry)
