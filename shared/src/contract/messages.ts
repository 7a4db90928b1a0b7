import { z } from 'zod'
import { faultsOfTemplate } from '../rules/message-templates.ts'
import { languageCodes } from '../words/languages.ts'
import { limits } from '../words/limits.ts'
import { templateKinds, type TemplateKind, type TemplateTexts } from '../words/message-templates.ts'
import { messageChannelNames, messageKindNames, messageStateNames } from '../words/messages.ts'
import { instant, lookupName, shownLanguage, text } from './fields.ts'

const kind = z.enum(messageKindNames).meta({ description: 'What it is for', example: 'invitation' })
const state = z.enum(messageStateNames).meta({
  description:
    'What became of it. `sent`: a mail server or the gateway of texts took it; whether an e-mail bounced later is not known. `delivered`, `undelivered`: what the telephone network said of a text. `not-sent`: not due any more',
  example: 'sent',
})
const channel = z.enum(messageChannelNames).meta({ description: 'How it goes', example: 'email' })
const messageId = z.int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Id of a message', example: 1_204 })

export const messageList = z
  .strictObject({
    workshopName: lookupName.optional().meta({ description: 'Only those about this workshop' }),
    kind: kind.optional(),
    state: state.optional(),
    channel: channel.optional(),
    language: z
      .enum(languageCodes)
      .optional()
      .meta({ description: 'Only those to respondents who want to hear from us in this language', example: 'es' }),
    before: messageId.optional().meta({ description: 'Only older ones: `next` of the page before' }),
    count: z.int().min(1).max(limits.maxPageCount).default(limits.messagePageSize).meta({ description: 'At most so many', example: 25 }),
  })
  .default({ count: limits.messagePageSize })
export type MessageList = z.output<typeof messageList>

export const message = z
  .object({
    id: messageId,
    kind,
    state,
    channel: channel.meta({ description: 'How it left; before that, how it would' }),
    anonymousId: z
      .string()
      .nullable()
      .meta({ description: 'To which respondent; null: to a member of staff, whose address is not kept', example: 'K7QM-2XWD-94HTR' }),
    workshopName: z.string().nullable().meta({ description: 'Workshop of the respondent', example: 'citizenship_day_2025' }),
    language: shownLanguage.nullable().meta({ description: 'The language of contact of the respondent now; null: to a member of staff' }),
    attempts: z.int().meta({ description: 'How often it was not taken', example: 0 }),
    createdAt: instant.meta({ description: 'When it was written, ISO 8601 in UTC' }),
    sentAt: instant.nullable().meta({ description: 'When it was taken, ISO 8601 in UTC' }),
    dueAt: instant.nullable().meta({ description: 'When it is tried next, ISO 8601 in UTC' }),
  })
  .meta({ id: 'Message', description: 'A message of the outbox' })
export type Message = z.output<typeof message>

export const messagePage = z.object({
  items: z.array(message).meta({ description: 'The newest first' }),
  next: messageId.nullable().meta({ description: 'To be asked for as `before`; null: there are no older ones' }),
})

export const byMessage = z.strictObject({ id: messageId })

const templateRef = {
  kind: z.enum(templateKinds).meta({ description: 'Which e-mail to respondents', example: 'reminder' }),
  language: z.enum(languageCodes).meta({ description: 'In which language', example: 'es' }),
}
const version = z.int().min(0).meta({ description: 'Published version; 0: the shipped texts', example: 2 })
const shownTexts = z.record(z.string(), z.string()).meta({
  description: 'The texts by what they are, with the place `{{workshop}}` for its title',
  example: { subject: 'Reminder: {{workshop}}', lead: 'Your workshop is soon.' },
})
const newTexts = z.record(z.string().max(40), text(limits.templateTextMax)).meta({
  description: 'The texts; every one that the e-mail has, and in the subject the place `{{workshop}}`',
  example: { subject: 'Reminder: {{workshop}}', lead: 'Your workshop is soon.' },
})

// Reports each fault at its text, where forms show it.
function checkTexts({ kind: of, texts }: { kind: TemplateKind; texts?: TemplateTexts | null | undefined }, context: z.RefinementCtx): void {
  if (!texts) return
  for (const { key, fault } of faultsOfTemplate(of, texts)) context.addIssue({ code: 'custom', path: ['texts', key], message: fault })
}

export const templateByLanguage = z.strictObject(templateRef)
export const templateDraft = z
  .strictObject({ ...templateRef, texts: newTexts.optional().meta({ description: 'Texts to try; those in use when left out' }) })
  .superRefine(checkTexts)
export type TemplateDraft = z.output<typeof templateDraft>

export const saveTemplate = z
  .strictObject({
    ...templateRef,
    texts: newTexts.nullable().meta({ description: 'The new texts; null: the shipped ones again' }),
    basedOn: version.meta({ description: 'The version that they were written on' }),
  })
  .superRefine(checkTexts)
export type SaveTemplate = z.output<typeof saveTemplate>

const published = {
  version,
  by: z.string().nullable().meta({ description: 'Who published it; null: it is shipped', example: 'Adam Abiodun' }),
  createdAt: instant.nullable().meta({ description: 'When it was published, ISO 8601 in UTC; null: it is shipped' }),
}

export const templateList = z.array(
  z.object({
    ...templateRef,
    ...published,
    own: z.boolean().meta({ description: 'Whether its texts are other than the shipped ones', example: true }),
  }),
)
export type TemplateList = z.output<typeof templateList>

export const template = z
  .object({
    ...templateRef,
    version,
    texts: shownTexts,
    versions: z
      .array(z.object({ ...published, texts: shownTexts }))
      .meta({ description: 'Every version, the newest first, with its texts' }),
  })
  .meta({ id: 'MessageTemplate', description: 'The texts of an e-mail to respondents in one language' })
export type MessageTemplate = z.output<typeof template>

export const templatePreview = z.object({
  short: z
    .object({
      text: z.string().meta({ description: 'What it says', example: 'Portico: A reminder of your workshop: Citizenship Day.' }),
      encoding: z.enum(['GSM-7', 'UCS-2']).meta({ description: 'UCS-2 where a letter is not in the GSM alphabet', example: 'GSM-7' }),
      characters: z.int().meta({ description: 'Its length in that encoding', example: 178 }),
      segments: z.int().meta({ description: 'As how many text messages it is carried and charged', example: 2 }),
    })
    .meta({ description: 'The same as a text message' }),
  subject: z.string().meta({ description: 'Subject of the e-mail', example: 'Reminder: Citizenship Day' }),
  text: z.string().meta({ description: 'Its text, with a personal number that is nobody’s', example: 'Hello,\n\nYour workshop is soon.' }),
})

export type TemplatePreview = z.output<typeof templatePreview>

export const savedTemplate = z.object({ version })
