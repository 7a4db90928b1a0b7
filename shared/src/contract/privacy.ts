import { z } from 'zod'
import { privacyRequestKinds } from '../rules/privacy.ts'
import { limits } from '../words/limits.ts'
import { calendarDate, emailAddress, instant, languageTag, requiredText, respondentRef, rowId, text } from './fields.ts'
import { pageOf, pagination } from './paging.ts'
import { statusRequest } from './respondent-status.ts'

const kind = z
  .enum(privacyRequestKinds)
  .meta({ description: 'see, correct, stop (using it), resume (after a stop) or delete', example: 'correct' })
const secret = z.string().min(1).max(100).meta({ description: 'The secret at the end of the link', example: '0p3nS3sam3' })
const words = text(limits.reasonMax).meta({
  description: 'What is to be corrected, as the person wrote it',
  example: 'My family name is Nguyen.',
})

/** A privacy request of a person who proves to be the respondent (shared/spec/contract.md#privacy-requests). */
export const linkRequest = statusRequest.extend({ kind })
export type LinkRequest = z.output<typeof linkRequest>

export const linkByToken = z.strictObject({ token: secret })
export type LinkByToken = z.output<typeof linkByToken>

const contact = z
  .object({
    fullName: z.string().meta({ description: 'Full name; empty when none was given', example: 'Mai Nguyen' }),
    email: z.string().nullable().meta({ description: 'E-mail address', example: 'mai@example.org' }),
    phoneNumber: z.string().nullable().meta({ description: 'Telephone number', example: '+14085550123' }),
  })
  .meta({ description: 'How to reach the person' })

const request = z.object({
  kind,
  requestedAt: instant.meta({ description: 'When it was asked, ISO 8601 in UTC' }),
  dueAt: instant.nullable().meta({ description: 'Until when it is done; null: no time is promised' }),
  doneAt: instant.nullable().meta({ description: 'When it was done; null: not yet' }),
})

/** Everything that Portico stores about a person that they provided or were sent. */
export const personalData = z.object({
  anonymousId: z.string().meta({ description: 'The personal number', example: 'K7QM-2XWD-94HTR' }),
  workshop: z
    .object({
      title: z.string().meta({ description: 'Title of the workshop', example: 'Citizenship Day' }),
      eventDate: calendarDate.nullable().meta({ description: 'Its day; null when that is not known' }),
    })
    .meta({ description: 'The workshop that the answers are for' }),
  language: languageTag.meta({ description: 'Language in which it was answered', example: 'vi' }),
  contactLanguage: languageTag.meta({ description: 'Language in which the person wants to hear from us', example: 'vi' }),
  submittedAt: instant.meta({ description: 'When the answers were sent, ISO 8601 in UTC' }),
  checkedInAt: instant.nullable().meta({ description: 'When the person came to the workshop; null: not yet' }),
  seatTime: z
    .string()
    .nullable()
    .meta({ description: 'When the person comes, HH:MM on the clock of the workshop; null: no time is kept for them', example: '10:30' }),
  waitingSince: instant.nullable().meta({ description: 'Since when the person is on the waiting list; null: they are not' }),
  stoppedAt: instant.nullable().meta({ description: 'Since when the data is not used, because the person asked so; null: it is used' }),
  contact,
  parentConsent: z.boolean().optional().meta({
    description: 'Whether the person, being under 18, said that a parent or guardian agrees; left out for everybody else',
    example: true,
  }),
  answers: z
    .array(
      z.object({
        identifier: z.string().meta({ description: 'Identifier of the question', example: 'zipCode' }),
        question: z
          .string()
          .meta({ description: 'Text of the question in the language of the answers', example: 'What is your zip code?' }),
        value: z.string().meta({ description: 'The answer as it is kept', example: '95113' }),
        label: z.string().meta({ description: 'The answer as it is read', example: '95113' }),
      }),
    )
    .meta({ description: 'The answers that were given, in the order of the questions' }),
  messages: z
    .array(
      z.object({
        kind: z.string().meta({ description: 'What it was', example: 'invitation' }),
        sentAt: instant.nullable().meta({ description: 'When it was sent, ISO 8601 in UTC; null: not yet' }),
      }),
    )
    .meta({ description: 'What we sent' }),
  replies: z
    .array(
      z.object({
        text: z.string().meta({ description: 'What the person wrote', example: 'Can I bring my daughter?' }),
        receivedAt: instant.meta({ description: 'When it came in, ISO 8601 in UTC' }),
      }),
    )
    .meta({ description: 'Replies by text message, newest first' }),
  requests: z.array(request).meta({ description: 'What the person asked of their data before, newest first' }),
})
export type PersonalData = z.output<typeof personalData>

export const openedLink = z.object({
  visit: secret.meta({ description: 'Stands for the person in further calls, for 30 minutes', example: 'v1s1t' }),
  data: personalData.meta({ description: 'What Portico has of the person' }),
})
export type OpenedLink = z.output<typeof openedLink>

export const visitorRequest = z.strictObject({
  visit: secret,
  kind: kind.exclude(['see']).meta({ description: 'correct, stop (using it), resume (after a stop) or delete', example: 'stop' }),
  text: words.optional(),
})
export type VisitorRequest = z.output<typeof visitorRequest>

export const visitorOutcome = z.object({ data: personalData.nullable().meta({ description: 'As it is now; null: it was deleted' }) })
export type VisitorOutcome = z.output<typeof visitorOutcome>

export const retention = z.object({
  days: z.int().meta({ description: 'So many days after the workshop everything about its respondents is deleted', example: 180 }),
})

export const requestList = z.strictObject({
  pagination,
  open: z
    .boolean()
    .default(true)
    .meta({ description: 'Only what is still to be done, the most urgent first; else all, newest first', example: true }),
})
export type RequestList = z.output<typeof requestList>

export const privacyRequest = request.extend({
  id: rowId,
  anonymousId: z.string().meta({ description: 'Whose', example: 'K7QM-2XWD-94HTR' }),
  byTelephone: z.boolean().meta({ description: 'Whether the person has to be called first, who gave no e-mail address', example: false }),
  doneBy: z
    .string()
    .nullable()
    .meta({ description: 'Who did it; null: the person, through their link, or nobody yet', example: 'Adam Admin' }),
  text: z.string().nullable().meta({ description: 'What is to be corrected', example: 'My family name is Nguyen.' }),
  contact: contact.nullable().meta({ description: 'How to reach the person; null: deleted' }),
})
export type PrivacyRequestEntry = z.output<typeof privacyRequest>
export const privacyRequestPage = pageOf(privacyRequest)

export const recordedRequest = z.strictObject({ respondent: respondentRef, kind, text: words.optional() })
export type RecordedRequest = z.output<typeof recordedRequest>

export const completedRequest = z.strictObject({
  id: rowId,
  contact: z
    .strictObject({
      fullName: requiredText(limits.nameMax).meta({ description: 'Full name', example: 'Mai Nguyen' }),
      email: emailAddress.nullable().meta({ description: 'E-mail address; null: none', example: 'mai@example.org' }),
      phoneNumber: text(limits.phoneInputMax)
        .regex(/^\+\d{6,17}$/, 'Improperly formatted phone number')
        .nullable()
        .meta({ description: 'Telephone number with its country code', example: '+14085550123' }),
    })
    .optional()
    .meta({ description: 'Of a correction: the contact data from now on; unchanged when left out' }),
})
export type CompletedRequest = z.output<typeof completedRequest>
