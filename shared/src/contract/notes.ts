import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { agencyId } from './agency.ts'
import { answerReason, byRespondent, instant, requiredText, respondentRef, rowId, shownPerson } from './fields.ts'

/** A reason that an agency uses often (shared/spec/contract.md#reasons-and-notes). */
export const reasonTemplate = z
  .object({ id: rowId, text: z.string().meta({ description: 'Text of the reason', example: 'Court paper seen: dismissed.' }) })
  .meta({ id: 'ReasonTemplate', description: 'A reason that an agency uses frequently' })
export type ReasonTemplate = z.output<typeof reasonTemplate>

export const ofAgency = z.strictObject({ agencyId })
export const saveReason = z.strictObject({
  agencyId,
  id: rowId.optional().meta({ description: 'Reason to change; omit it to add a new one', example: 4 }),
  text: answerReason,
})
export type SaveReason = z.output<typeof saveReason>
export const removeReason = z.strictObject({ agencyId, id: rowId })
export type RemoveReason = z.output<typeof removeReason>

/** A note on a case (shared/spec/contract.md#reasons-and-notes). */
export const note = z
  .object({
    id: rowId,
    text: z.string().meta({ description: 'Text of the note', example: 'Brings the court papers on Friday.' }),
    by: shownPerson.meta({ description: 'Author of the note' }),
    shared: z.boolean().meta({ description: 'Whether both the agency and the admins can read it', example: false }),
    timestampUTC: instant.meta({ description: 'When it was written, ISO 8601 in UTC' }),
  })
  .meta({ id: 'Note', description: 'A reviewer’s note on a case' })
export type Note = z.output<typeof note>

export const colleague = z.object({ id: rowId, name: shownPerson })
export const caseNotes = z.object({
  notes: z.array(note).meta({ description: 'Notes, newest first' }),
  colleagues: z.array(colleague).meta({ description: 'People who can read a shared note and can therefore be mentioned' }),
})
export type CaseNotes = z.output<typeof caseNotes>

export const addNote = byRespondent.extend({
  respondent: respondentRef,
  text: requiredText(limits.reasonMax).meta({ description: 'Text of the note', example: 'Brings the court papers on Friday.' }),
  shared: z.boolean().default(false).meta({ description: 'Whether both the agency and the admins can read it', example: false }),
  mentions: z
    .array(rowId)
    .max(20)
    .default([])
    .meta({ description: 'Mentioned colleagues, who get an e-mail without the text of the note', example: [] }),
})
export type AddNote = z.output<typeof addNote>
