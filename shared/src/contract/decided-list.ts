import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { agencyId } from './agency.ts'
import { reason, respondentRef } from './fields.ts'
import { pageOf, pagination } from './paging.ts'
import { decision, respondentEntry } from './responses.ts'

export const decidedBy = z.strictObject({ agencyId, pagination })
export type DecidedBy = z.output<typeof decidedBy>

/** A respondent that an agency marked green or red, with the decision in effect. */
export const decidedEntry = z
  .object({
    ...respondentEntry.shape,
    decision: decision
      .pick({ flag: true, reason: true, by: true, outsideAgency: true, own: true, timestampUTC: true })
      .meta({ description: 'Decision in effect' }),
    version: z.int().meta({ description: 'Number of decisions on the case; needed for undoing', example: 3 }),
    undoable: z.boolean().meta({ description: 'Whether you can undo the newest decision', example: true }),
  })
  .meta({ id: 'DecidedEntry', description: 'A respondent whom an agency marked green or red' })
export type DecidedEntry = z.output<typeof decidedEntry>
export const decidedPage = pageOf(decidedEntry)

const assignReason = reason.optional().meta({
  description: 'Reason; visible to the agencies that had and have the case, and to admins',
  example: 'They speak Vietnamese.',
})
export const assignment = z.strictObject({ respondent: respondentRef, agencyId, reason: assignReason })
export type Assignment = z.output<typeof assignment>
export const assignments = z.strictObject({
  respondents: z
    .array(respondentRef)
    .min(1)
    .max(limits.maxPageCount)
    .meta({ description: 'Respondents to assign to the agency, at most 100' }),
  agencyId,
  reason: assignReason,
})
export type Assignments = z.output<typeof assignments>
export const assigned = z.object({
  assigned: z.int().meta({ description: 'Number of respondents who were not assigned to it before', example: 3 }),
})
