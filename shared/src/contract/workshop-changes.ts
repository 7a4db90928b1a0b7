import { z } from 'zod'
import { languageCodes } from '../words/languages.ts'
import { lookupName, shownLanguage, shownName } from './fields.ts'

const respondents = z.int().meta({ description: 'Respondents', example: 27 })

/** Workshops whose invitees have an outdated date or place (shared/spec/contract.md#changed-workshops). */
export const outdatedInvitations = z.array(
  z.object({
    name: shownName,
    title: z.string().meta({ description: 'What people read', example: 'Citizenship Day 2025' }),
    respondents,
  }),
)
export type OutdatedInvitations = z.output<typeof outdatedInvitations>

export const changePreview = z.strictObject({
  name: lookupName,
  language: z.enum(languageCodes).default('en').meta({ description: 'In which language the e-mail is shown', example: 'es' }),
})

export const changeNotice = z.object({
  byLanguage: z
    .array(z.object({ language: shownLanguage.meta({ description: 'The language in which they want to hear from us' }), respondents }))
    .meta({ description: 'Who would be written to, the most frequent language first' }),
  subject: z.string().meta({ description: 'Subject of the e-mail', example: 'Changed: Citizenship Day 2025' }),
  text: z.string().meta({ description: 'Its text, with a personal number that is nobody’s', example: 'Hello,\n\nThe date or the place…' }),
})
export type ChangeNotice = z.output<typeof changeNotice>

export const changeNoticeSent = z.object({ respondents })
