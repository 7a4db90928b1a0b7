import { z } from 'zod'
import { callOutcomes } from '../words/contact.ts'
import { limits } from '../words/limits.ts'
import { messageChannelNames, messageKindNames } from '../words/messages.ts'
import { byRespondent, calendarDate, instant, respondentRef, shownLanguage, shownPerson } from './fields.ts'

/** How long a case has waited (shared/spec/contract.md#queue). */
export const waiting = z.object({
  businessDays: z.int().meta({ description: 'Business days since the response arrived', example: 4 }),
  level: z.enum(['in-time', 'amber', 'red']).meta({ description: 'How late that is by the settings of the agency', example: 'amber' }),
})

/** Who is reading a case (shared/spec/contract.md#claims). */
export const caseClaim = z
  .object({
    by: shownPerson.meta({ description: 'Who is reading the case', example: 'Ana Alvarez' }),
    mine: z.boolean().meta({ description: 'Whether it is the caller', example: false }),
    until: instant.meta({ description: 'Until when, unless it is renewed; ISO 8601 in UTC' }),
  })
  .meta({ id: 'CaseClaim', description: 'Who is reading a case; it locks nothing' })
export type CaseClaim = z.output<typeof caseClaim>

export const claim = byRespondent.extend({
  takeOver: z.boolean().default(false).meta({ description: 'Whether to take it over from whoever is reading it now', example: false }),
})

const outcome = z.enum(callOutcomes).meta({ description: 'What came of the call', example: 'no-answer' })

/** A telephone call recorded by staff (shared/spec/contract.md#contact). */
export const telephoneCall = z.object({
  outcome,
  callAgainOn: z
    .string()
    .nullable()
    .meta({ description: 'Calendar date, YYYY-MM-DD; null unless they are to be called again', example: null }),
  calledAt: instant.meta({ description: 'When it was noted, ISO 8601 in UTC' }),
  by: shownPerson.meta({ description: 'Who called' }),
})
export type TelephoneCall = z.output<typeof telephoneCall>

const messageStates = ['sent', 'delivered', 'undelivered', 'waiting', 'held', 'not-sent', 'given-up'] as const

/** The messages, replies and calls of a respondent (shared/spec/contract.md#contact). */
export const contactLog = z.object({
  messages: z
    .array(
      z.object({
        kind: z.enum(messageKindNames).meta({ description: 'What it is for', example: 'invitation' }),
        channel: z.enum(messageChannelNames).meta({ description: 'How it left; before that, how it would', example: 'text' }),
        again: z.boolean().meta({ description: 'Whether staff sent it again', example: false }),
        state: z.enum(messageStates).meta({
          description:
            'sent: the mail server or the gateway of texts took it; delivered, undelivered: what the telephone network said of a text; waiting: it is on its way; held: it is not sent while they are not green; not-sent: when its turn came they were not green, or their address had got its three of the day; given-up: it was not taken for days',
          example: 'sent',
        }),
        queuedAt: instant.meta({ description: 'When it was written, ISO 8601 in UTC' }),
        sentAt: instant.nullable().meta({ description: 'When it was taken, ISO 8601 in UTC; null: not yet' }),
      }),
    )
    .meta({ description: 'Invitations, and every text message, newest first' }),
  replies: z
    .array(
      z.object({
        text: z.string().meta({ description: 'What they wrote', example: 'Can I bring my daughter?' }),
        attachments: z.int().meta({ description: 'How many pictures came along; they are not kept', example: 0 }),
        receivedAt: instant.meta({ description: 'When it came in, ISO 8601 in UTC' }),
      }),
    )
    .meta({ description: 'Replies by text message, newest first' }),
  textsStopped: z.boolean().meta({ description: 'Whether somebody answered STOP from their number', example: false }),
  calls: z.array(telephoneCall).meta({ description: 'Telephone calls, newest first' }),
})
export type ContactLog = z.output<typeof contactLog>

/** How a respondent has been contacted so far, as shown in lists. */
export const contactState = z.object({
  invitation: z.enum(['none', 'waiting', 'sent']).meta({
    description:
      'none: nothing was sent; waiting: one is on its way, or held while they are not green; sent: it went out, and goes out by itself only once',
    example: 'sent',
  }),
  lastCall: telephoneCall.omit({ by: true }).nullable().meta({ description: 'The newest telephone call; null: none' }),
})
export type ContactState = z.output<typeof contactState>

export const callNote = byRespondent
  .extend({
    outcome: outcome.meta({ example: 'call-again' }),
    callAgainOn: calendarDate.optional().meta({ description: 'When to call again; with that outcome only', example: '2025-03-31' }),
  })
  .refine((call) => (call.outcome === 'call-again') === (call.callAgainOn !== undefined), { path: ['callAgainOn'], message: 'Required' })
export type CallNote = z.output<typeof callNote>

export const callNotes = z.strictObject({
  respondents: z.array(respondentRef).min(1).max(limits.maxPageCount).meta({ description: 'Who was telephoned, at most 100' }),
  outcome: z.enum(['reached', 'no-answer']).meta({ description: 'What came of each of the calls', example: 'reached' }),
})
export type CallNotes = z.output<typeof callNotes>

export const invitationPreview = z.object({
  to: z.string().meta({ description: 'E-mail address, or number of a text message', example: 'mai@example.org' }),
  channel: z.enum(messageChannelNames).meta({ description: 'How it goes', example: 'email' }),
  language: shownLanguage.meta({ description: 'The language it is written in' }),
  subject: z.string().meta({ description: 'Its subject; empty of a text message', example: 'Citizenship Day: you are invited' }),
  text: z.string().meta({ description: 'What it says, as plain text', example: 'Hello, …' }),
})

export type InvitationPreview = z.output<typeof invitationPreview>

export const reminder = z.strictObject({ email: z.boolean().meta({ description: 'Whether to be e-mailed on workdays', example: true }) })
