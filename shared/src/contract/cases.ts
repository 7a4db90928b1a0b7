import { z } from 'zod'
import { callOutcomes } from '../words/contact.ts'
import { limits } from '../words/limits.ts'
import { messageChannelNames, messageKindNames } from '../words/messages.ts'
import { byRespondent, calendarDate, instant, respondentRef, shownLanguage, shownPerson } from './fields.ts'

/** How long a case has waited (shared/spec/contract.md#queue). */
export const waiting = z.object({
  businessDays: z.int().meta({ description: 'Business days since the response arrived', example: 4 }),
  level: z.enum(['in-time', 'amber', 'red']).meta({ description: 'How late that is, by the settings of the agency', example: 'amber' }),
})

/** Who is reading a case (shared/spec/contract.md#claims). */
export const caseClaim = z
  .object({
    by: shownPerson.meta({ description: 'Who is reading the case', example: 'Ana Alvarez' }),
    mine: z.boolean().meta({ description: 'Whether the reader is the caller', example: false }),
    until: instant.meta({ description: 'When the claim expires unless it is renewed, ISO 8601 in UTC' }),
  })
  .meta({ id: 'CaseClaim', description: 'Who is reading a case; it locks nothing' })
export type CaseClaim = z.output<typeof caseClaim>

export const claim = byRespondent.extend({
  takeOver: z.boolean().default(false).meta({ description: 'Whether to take the case over from the current reader', example: false }),
})

const outcome = z.enum(callOutcomes).meta({ description: 'Outcome of the call', example: 'no-answer' })

/** A telephone call recorded by staff (shared/spec/contract.md#contact). */
export const telephoneCall = z.object({
  outcome,
  callAgainOn: z
    .string()
    .nullable()
    .meta({ description: 'Calendar date on which to call again, YYYY-MM-DD; null if they are not to be called again', example: null }),
  calledAt: instant.meta({ description: 'When the call was recorded, ISO 8601 in UTC' }),
  by: shownPerson.meta({ description: 'Who called' }),
})
export type TelephoneCall = z.output<typeof telephoneCall>

const messageStates = ['sent', 'delivered', 'undelivered', 'waiting', 'held', 'not-sent', 'given-up'] as const

/** The messages, replies and calls of a respondent (shared/spec/contract.md#contact). */
export const contactLog = z.object({
  messages: z
    .array(
      z.object({
        kind: z.enum(messageKindNames).meta({ description: 'Kind of message', example: 'invitation' }),
        channel: z
          .enum(messageChannelNames)
          .meta({ description: 'Channel by which it was sent or, if not sent yet, would be sent', example: 'text' }),
        again: z.boolean().meta({ description: 'Whether staff resent it', example: false }),
        state: z.enum(messageStates).meta({
          description:
            '`sent`: accepted by the mail server or the SMS gateway; `delivered`, `undelivered`: reported by the telephone network for a text message; an e-mail is `undelivered` if the mail server refuses its recipient for good; `waiting`: on its way; `held`: not sent while the respondent is not green; `not-sent`: when it was due, the respondent was not green, or their address had already got its three of the day; `given-up`: not accepted for days',
          example: 'sent',
        }),
        queuedAt: instant.meta({ description: 'When it was written, ISO 8601 in UTC' }),
        sentAt: instant.nullable().meta({ description: 'When it was accepted, ISO 8601 in UTC; null if not yet' }),
      }),
    )
    .meta({
      description: 'Invitations, all text messages, and e-mails about the workshop that the mail server refuses for good, newest first',
    }),
  replies: z
    .array(
      z.object({
        text: z.string().meta({ description: 'Text of the reply', example: 'Can I bring my daughter?' }),
        attachments: z.int().meta({ description: 'Number of attached pictures, which are not stored', example: 0 }),
        receivedAt: instant.meta({ description: 'When it was received, ISO 8601 in UTC' }),
      }),
    )
    .meta({ description: 'Replies by text message, newest first' }),
  textsStopped: z.boolean().meta({ description: 'Whether STOP was received from their number', example: false }),
  calls: z.array(telephoneCall).meta({ description: 'Telephone calls, newest first' }),
})
export type ContactLog = z.output<typeof contactLog>

/** How a respondent has been contacted so far, as shown in lists. */
export const contactState = z.object({
  invitation: z.enum(['none', 'waiting', 'sent']).meta({
    description:
      '`none`: nothing was sent, or the mail server refuses the recipient for good; `waiting`: on its way, or held while the respondent is not green; `sent`: sent, automatically, which happens only once, or again by staff',
    example: 'sent',
  }),
  lastCall: telephoneCall.omit({ by: true }).nullable().meta({ description: 'Newest telephone call; null if there is none' }),
})
export type ContactState = z.output<typeof contactState>

export const callNote = byRespondent
  .extend({
    outcome: outcome.meta({ example: 'call-again' }),
    callAgainOn: calendarDate
      .optional()
      .meta({ description: 'Calendar date on which to call again, YYYY-MM-DD; only with outcome `call-again`', example: '2025-03-31' }),
  })
  .refine((call) => (call.outcome === 'call-again') === (call.callAgainOn !== undefined), { path: ['callAgainOn'], message: 'Required' })
export type CallNote = z.output<typeof callNote>

export const callNotes = z.strictObject({
  respondents: z.array(respondentRef).min(1).max(limits.maxPageCount).meta({ description: 'Respondents who were telephoned, at most 100' }),
  outcome: z.enum(['reached', 'no-answer']).meta({ description: 'Outcome of each call', example: 'reached' }),
})
export type CallNotes = z.output<typeof callNotes>

export const invitationPreview = z.object({
  to: z.string().meta({ description: 'E-mail address, or telephone number for a text message', example: 'mai@example.org' }),
  channel: z.enum(messageChannelNames).meta({ description: 'Channel by which it is sent', example: 'email' }),
  language: shownLanguage.meta({ description: 'Language it is written in' }),
  subject: z.string().meta({ description: 'Subject; empty for a text message', example: 'Citizenship Day: you are invited' }),
  text: z.string().meta({ description: 'Text of the message, as plain text', example: 'Hello, …' }),
})

export type InvitationPreview = z.output<typeof invitationPreview>

export const reminder = z.strictObject({
  email: z.boolean().meta({ description: 'Whether the caller gets workday e-mails about waiting cases', example: true }),
})
