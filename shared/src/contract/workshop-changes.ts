import { z } from 'zod'
import { languageCodes } from '../words/languages.ts'
import { lookupName, shownLanguage, shownName } from './fields.ts'

const respondents = z.int().meta({ description: 'Number of respondents', example: 27 })

/** Workshops whose invitees have an outdated date or place (shared/spec/contract.md#changed-workshops). */
export const outdatedInvitations = z.array(
  z.object({
    name: shownName,
    title: z.string().meta({ description: 'Title as displayed', example: 'Citizenship Day 2025' }),
    respondents,
  }),
)
export type OutdatedInvitations = z.output<typeof outdatedInvitations>

export const changePreview = z.strictObject({
  name: lookupName,
  language: z.enum(languageCodes).default('en').meta({ description: 'Language of the preview', example: 'es' }),
})

export const changeNotice = z.object({
  byLanguage: z
    .array(z.object({ language: shownLanguage.meta({ description: 'Contact language' }), respondents }))
    .meta({ description: 'Recipients by contact language, most frequent first' }),
  subject: z.string().meta({ description: 'Subject of the e-mail', example: 'Changed: Citizenship Day 2025' }),
  text: z
    .string()
    .meta({ description: 'Text of the e-mail, with a fictitious personal number', example: 'Hello,\n\nThe date or the place…' }),
})
export type ChangeNotice = z.output<typeof changeNotice>

export const changeNoticeSent = z.object({ respondents })
