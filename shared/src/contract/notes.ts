import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { agencyId } from './agency.ts'
import { byRespondent, instant, reason, requiredText, respondentRef, rowId, shownPerson } from './fields.ts'

/** A reason that an agency uses often (shared/spec/contract.md#reasons-and-notes). */
export const reasonTemplate = z
  .object({ id: rowId, text: z.string().meta({ description: 'The reason', example: 'Court paper seen: dismissed.' }) })
  .meta({ id: 'ReasonTemplate', description: 'A reason that an agency gives often' })
export type ReasonTemplate = z.output<typeof reasonTemplate>

export const ofAgency = z.strictObject({ agencyId })
export const saveReason = z.strictObject({
  agencyId,
  id: rowId.optional().meta({ description: 'Which reason to change; a new one when left out', example: 4 }),
  text: reason,
})
export type SaveReason = z.output<typeof saveReason>
export const removeReason = z.strictObject({ agencyId, id: rowId })
export type RemoveReason = z.output<typeof removeReason>

/** A note on a case (shared/spec/contract.md#reasons-and-notes). */
export const note = z
  .object({
    id: rowId,
    text: z.string().meta({ description: 'What was noted', example: 'Brings the court papers on Friday.' }),
    by: shownPerson.meta({ description: 'Who noted it' }),
    shared: z.boolean().meta({ description: 'Whether the agency and the admins both read it', example: false }),
    timestampUTC: instant.meta({ description: 'When, ISO 8601 in UTC' }),
  })
  .meta({ id: 'Note', description: 'What a reviewer noted on a case' })
export type Note = z.output<typeof note>

export const colleague = z.object({ id: rowId, name: shownPerson })
export const caseNotes = z.object({
  notes: z.array(note).meta({ description: 'Newest first' }),
  colleagues: z.array(colleague).meta({ description: 'Who may read a shared note, and so be mentioned' }),
})
export type CaseNotes = z.output<typeof caseNotes>

export const addNote = byRespondent.extend({
  respondent: respondentRef,
  text: requiredText(limits.reasonMax).meta({ description: 'What to note', example: 'Brings the court papers on Friday.' }),
  shared: z.boolean().default(false).meta({ description: 'Whether the agency and the admins both read it', example: false }),
  mentions: z.array(rowId).max(20).default([]).meta({ description: 'Colleagues who get an e-mail, without what was noted', example: [] }),
})
export type AddNote = z.output<typeof addNote>
