import { z } from 'zod'
import { faultsOfTemplate } from '../rules/message-templates.ts'
import { languageCodes } from '../words/languages.ts'
import { limits } from '../words/limits.ts'
import { templateKinds, type TemplateKind, type TemplateTexts } from '../words/message-templates.ts'
import { messageChannelNames, messageKindNames, messageStateNames } from '../words/messages.ts'
import { instant, lookupName, shownLanguage, text } from './fields.ts'

const kind = z.enum(messageKindNames).meta({ description: 'Kind of message', example: 'invitation' })
const state = z.enum(messageStateNames).meta({
  description:
    'State of the message. `sent`: accepted by a mail server or the SMS gateway; whether an e-mail bounced later is unknown. `delivered`, `undelivered`: reported by the telephone network for a text message; an e-mail is `undelivered` if the mail server refuses its recipient for good. `not-sent`: no longer due',
  example: 'sent',
})
const channel = z.enum(messageChannelNames).meta({ description: 'Channel by which it is sent', example: 'email' })
const messageId = z.int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Id of a message', example: 1_204 })

export const messageList = z
  .strictObject({
    workshopName: lookupName.optional().meta({ description: 'Only messages about this workshop' }),
    kind: kind.optional(),
    state: state.optional(),
    channel: channel.optional(),
    language: z
      .enum(languageCodes)
      .optional()
      .meta({ description: 'Only messages to respondents with this contact language', example: 'es' }),
    before: messageId.optional().meta({ description: 'Only messages older than this one: `next` of the previous page' }),
    count: z
      .int()
      .min(1)
      .max(limits.maxPageCount)
      .default(limits.messagePageSize)
      .meta({ description: 'Number of messages to return, at most 100', example: 25 }),
  })
  .default({ count: limits.messagePageSize })
export type MessageList = z.output<typeof messageList>

export const message = z
  .object({
    id: messageId,
    kind,
    state,
    channel: channel.meta({ description: 'Channel by which it was sent or, if not sent yet, would be sent' }),
    anonymousId: z.string().nullable().meta({
      description: 'Personal number of the recipient; null for a member of staff, whose address is not stored',
      example: 'K7QM-2XWD-94HTR',
    }),
    workshopName: z.string().nullable().meta({ description: 'Workshop of the respondent', example: 'citizenship_day_2025' }),
    language: shownLanguage.nullable().meta({ description: 'Current contact language of the respondent; null for a member of staff' }),
    attempts: z.int().meta({ description: 'Number of failed attempts', example: 0 }),
    createdAt: instant.meta({ description: 'When it was written, ISO 8601 in UTC' }),
    sentAt: instant.nullable().meta({ description: 'When it was accepted, ISO 8601 in UTC' }),
    dueAt: instant.nullable().meta({ description: 'When the next attempt is due, ISO 8601 in UTC' }),
  })
  .meta({ id: 'Message', description: 'A message in the outbox' })
export type Message = z.output<typeof message>

export const messagePage = z.object({
  items: z.array(message).meta({ description: 'Messages, newest first' }),
  next: messageId.nullable().meta({ description: 'Value of `before` for the next page; null if there are no older messages' }),
})

export const byMessage = z.strictObject({ id: messageId })

const templateRef = {
  kind: z.enum(templateKinds).meta({ description: 'Kind of e-mail to respondents', example: 'reminder' }),
  language: z.enum(languageCodes).meta({ description: 'Language of the e-mail', example: 'es' }),
}
const version = z.int().min(0).meta({ description: 'Published version; 0 for the shipped texts', example: 2 })
const shownTexts = z.record(z.string(), z.string()).meta({
  description: 'Texts by their place in the e-mail, with the placeholder `{{workshop}}` for the title of the workshop',
  example: { subject: 'Reminder: {{workshop}}', lead: 'Your workshop is soon.' },
})
const newTexts = z.record(z.string().max(40), text(limits.templateTextMax)).meta({
  description: 'Texts by their place in the e-mail; all are required, and the subject must contain the placeholder `{{workshop}}`',
  example: { subject: 'Reminder: {{workshop}}', lead: 'Your workshop is soon.' },
})

// Reports each fault at its text, where forms show it.
function checkTexts({ kind: of, texts }: { kind: TemplateKind; texts?: TemplateTexts | null | undefined }, context: z.RefinementCtx): void {
  if (!texts) return
  for (const { key, fault } of faultsOfTemplate(of, texts)) context.addIssue({ code: 'custom', path: ['texts', key], message: fault })
}

export const templateByLanguage = z.strictObject(templateRef)
export const templateDraft = z
  .strictObject({ ...templateRef, texts: newTexts.optional().meta({ description: 'Texts to try; the current ones if omitted' }) })
  .superRefine(checkTexts)
export type TemplateDraft = z.output<typeof templateDraft>

export const saveTemplate = z
  .strictObject({
    ...templateRef,
    texts: newTexts.nullable().meta({ description: 'New texts; null restores the shipped ones' }),
    basedOn: version.meta({ description: 'Version that the new texts are based on' }),
  })
  .superRefine(checkTexts)
export type SaveTemplate = z.output<typeof saveTemplate>

const published = {
  version,
  by: z.string().nullable().meta({ description: 'Who published it; null for the shipped texts', example: 'Adam Abiodun' }),
  createdAt: instant.nullable().meta({ description: 'When it was published, ISO 8601 in UTC; null for the shipped texts' }),
}

export const templateList = z.array(
  z.object({
    ...templateRef,
    ...published,
    own: z.boolean().meta({ description: 'Whether its texts differ from the shipped ones', example: true }),
  }),
)
export type TemplateList = z.output<typeof templateList>

export const template = z
  .object({
    ...templateRef,
    version,
    texts: shownTexts,
    versions: z.array(z.object({ ...published, texts: shownTexts })).meta({ description: 'All versions with their texts, newest first' }),
  })
  .meta({ id: 'MessageTemplate', description: 'The texts of an e-mail to respondents in one language' })
export type MessageTemplate = z.output<typeof template>

export const templatePreview = z.object({
  short: z
    .object({
      text: z.string().meta({ description: 'Text of the message', example: 'Portico: A reminder of your workshop: Citizenship Day.' }),
      encoding: z.enum(['GSM-7', 'UCS-2']).meta({ description: 'UCS-2 if a character is not in the GSM alphabet', example: 'GSM-7' }),
      characters: z.int().meta({ description: 'Length in that encoding', example: 178 }),
      segments: z.int().meta({ description: 'Number of text messages in which it is sent and charged', example: 2 }),
    })
    .meta({ description: 'The same message as a text message' }),
  subject: z.string().meta({ description: 'Subject of the e-mail', example: 'Reminder: Citizenship Day' }),
  text: z
    .string()
    .meta({ description: 'Text of the e-mail, with a fictitious personal number', example: 'Hello,\n\nYour workshop is soon.' }),
})

export type TemplatePreview = z.output<typeof templatePreview>

export const savedTemplate = z.object({ version })
