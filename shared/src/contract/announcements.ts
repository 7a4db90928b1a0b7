import { z } from 'zod'
import { respondentFlags } from '../words/flags.ts'
import { languageCodes } from '../words/languages.ts'
import { limits } from '../words/limits.ts'
import { instant, lookupName, requiredText, rowId, shownLanguage, shownName, shownPerson } from './fields.ts'

const respondents = z.int().meta({ description: 'Respondents', example: 27 })
const language = z.enum(languageCodes).meta({ description: 'A language of Portico', example: 'es' })

/** The audience of an announcement (shared/spec/contract.md#announcements). */
const group = {
  workshopName: lookupName,
  flags: z
    .array(z.enum(respondentFlags))
    .min(1)
    .max(respondentFlags.length)
    .optional()
    .meta({
      description: 'Only those who have one of these flags when it is sent; everyone when left out',
      example: ['green'],
    }),
  language: language.optional().meta({ description: 'Only those who want to hear from us in this language', example: 'es' }),
  notCheckedIn: z.boolean().default(false).meta({ description: 'Only those who are not checked in', example: false }),
}

const texts = z
  .partialRecord(
    language,
    z.strictObject({
      subject: requiredText(limits.announcementSubjectMax).meta({ description: 'Subject of the e-mail', example: 'We start at ten' }),
      text: requiredText(limits.announcementTextMax).meta({ description: 'Its text', example: 'We start at ten, not at nine.' }),
    }),
  )
  .meta({
    description: 'What each reads, by language; English for everyone whose language is missing',
    example: { en: { subject: 'We start at ten', text: 'The workshop starts at ten o’clock, not at nine.' } },
  })

interface Told {
  readonly language?: string | undefined
  readonly texts: Readonly<Record<string, unknown>>
}

const reachesAll = ({ language: only, texts: given }: Told) => Boolean(given['en'] ?? (only && given[only]))
const withoutEnglish = { path: ['texts', 'en'], message: 'Write it in English as well, for every language that is missing' }

export const announcementDraft = z.strictObject({
  ...group,
  texts,
  shownIn: language.default('en').meta({ description: 'In which language the e-mail is shown', example: 'es' }),
})
export type AnnouncementDraft = z.output<typeof announcementDraft>

export const announcementFields = z.strictObject({
  ...group,
  texts,
  key: z
    .uuid()
    .meta({ description: 'Made by whoever sends: the same twice is one announcement', example: '5f0c2c1e-3c3b-4d1e-9a52-6d6a4c1f2b10' }),
})
export const newAnnouncement = announcementFields.refine(reachesAll, withoutEnglish)
export type NewAnnouncement = z.output<typeof newAnnouncement>

export const announcementPreview = z.object({
  respondents,
  withoutEmail: respondents.meta({ description: 'Of the group, those who can get neither e-mail nor text message', example: 4 }),
  byLanguage: z
    .array(z.object({ language: shownLanguage, respondents }))
    .meta({ description: 'Who would get it, by the language of contact, the most frequent first' }),
  subject: z.string().meta({ description: 'Subject of the e-mail', example: 'We start at ten' }),
  text: z.string().meta({ description: 'Its text', example: 'Hello,\n\nThe workshop starts at ten o’clock.' }),
})
export type AnnouncementPreview = z.output<typeof announcementPreview>

const undoUntil = instant.meta({ description: 'When the first e-mail leaves, ISO 8601 in UTC; until then it can be taken back' })

export const sentAnnouncement = z.object({
  id: rowId.meta({ description: 'Id of the announcement', example: 3 }),
  respondents,
  undoUntil,
})

export const announcement = z
  .object({
    id: rowId.meta({ description: 'Id of the announcement', example: 3 }),
    workshopName: shownName,
    subject: z.string().meta({ description: 'Its subject in English, or in its only language', example: 'We start at ten' }),
    languages: z.array(shownLanguage).meta({ description: 'In which languages it was written', example: ['en', 'es'] }),
    respondents,
    sent: respondents.meta({ description: 'Those whose message left', example: 25 }),
    waiting: respondents.meta({ description: 'Those whose message is on its way', example: 2 }),
    by: shownPerson,
    createdAt: instant.meta({ description: 'When it was written, ISO 8601 in UTC' }),
    undoUntil,
    cancelledAt: instant.nullable().meta({ description: 'When it was taken back, ISO 8601 in UTC' }),
  })
  .meta({ id: 'Announcement', description: 'What admins told a group of respondents' })
export type Announcement = z.output<typeof announcement>
export const announcementList = z.array(announcement)
export const byAnnouncement = z.strictObject({ id: rowId.meta({ description: 'Id of the announcement', example: 3 }) })
