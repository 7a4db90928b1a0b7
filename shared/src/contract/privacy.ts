import { z } from 'zod'
import { privacyRequestKinds } from '../rules/privacy.ts'
import { limits } from '../words/limits.ts'
import { calendarDate, emailAddress, instant, languageTag, requiredText, respondentRef, rowId, text } from './fields.ts'
import { pageOf, pagination } from './paging.ts'
import { statusRequest } from './respondent-status.ts'

const kind = z
  .enum(privacyRequestKinds)
  .meta({ description: '`see`, `correct`, `stop` (using it), `resume` (after a stop) or `delete`', example: 'correct' })
const secret = z.string().min(1).max(100).meta({ description: 'Secret at the end of the link', example: '0p3nS3sam3' })
const words = text(limits.reasonMax).meta({
  description: 'What should be corrected, as written by the person',
  example: 'My family name is Nguyen.',
})

/** A privacy request of a person who proves to be the respondent (shared/spec/contract.md#privacy-requests). */
export const linkRequest = statusRequest.extend({ kind })
export type LinkRequest = z.output<typeof linkRequest>

export const linkByToken = z.strictObject({ token: secret })
export type LinkByToken = z.output<typeof linkByToken>

const contact = z
  .object({
    fullName: z.string().meta({ description: 'Full name; empty if none was given', example: 'Mai Nguyen' }),
    email: z.string().nullable().meta({ description: 'E-mail address', example: 'mai@example.org' }),
    phoneNumber: z.string().nullable().meta({ description: 'Telephone number', example: '+14085550123' }),
  })
  .meta({ description: 'Contact data of the person' })

const request = z.object({
  kind,
  requestedAt: instant.meta({ description: 'When it was requested, ISO 8601 in UTC' }),
  dueAt: instant.nullable().meta({ description: 'Deadline, ISO 8601 in UTC; null if none is promised' }),
  doneAt: instant.nullable().meta({ description: 'When it was completed, ISO 8601 in UTC; null if not yet' }),
})

/** Everything that Portico stores about a person that they provided or were sent. */
export const personalData = z.object({
  anonymousId: z.string().meta({ description: 'The personal number', example: 'K7QM-2XWD-94HTR' }),
  workshop: z
    .object({
      title: z.string().meta({ description: 'Title of the workshop', example: 'Citizenship Day' }),
      eventDate: calendarDate.nullable().meta({ description: 'Date of the workshop; null if not known' }),
    })
    .meta({ description: 'Workshop that the answers are for' }),
  language: languageTag.meta({ description: 'Language it was answered in', example: 'vi' }),
  contactLanguage: languageTag.meta({ description: 'Contact language', example: 'vi' }),
  submittedAt: instant.meta({ description: 'When the answers were submitted, ISO 8601 in UTC' }),
  checkedInAt: instant.nullable().meta({ description: 'When the person was checked in at the workshop, ISO 8601 in UTC; null if not yet' }),
  seatTime: z
    .string()
    .nullable()
    .meta({ description: 'Time of the person’s seat, HH:MM in the workshop’s time zone; null if they have none', example: '10:30' }),
  waitingSince: instant
    .nullable()
    .meta({ description: 'When the person joined the waiting list, ISO 8601 in UTC; null if they are not on it' }),
  stoppedAt: instant
    .nullable()
    .meta({ description: 'When use of the data was stopped at the person’s request, ISO 8601 in UTC; null if it is used' }),
  contact,
  parentConsent: z.boolean().optional().meta({
    description: 'Whether a respondent under 18 stated that a parent or guardian agrees; omitted for everybody else',
    example: true,
  }),
  answers: z
    .array(
      z.object({
        identifier: z.string().meta({ description: 'Identifier of the question', example: 'zipCode' }),
        question: z
          .string()
          .meta({ description: 'Text of the question in the language of the answers', example: 'What is your zip code?' }),
        value: z.string().meta({ description: 'Answer as stored', example: '95113' }),
        label: z.string().meta({ description: 'Answer as displayed', example: '95113' }),
      }),
    )
    .meta({ description: 'Answers that were given, in question order' }),
  messages: z
    .array(
      z.object({
        kind: z.string().meta({ description: 'Kind of message', example: 'invitation' }),
        sentAt: instant.nullable().meta({ description: 'When it was sent, ISO 8601 in UTC; null only in earlier versions' }),
      }),
    )
    .meta({ description: 'Messages that were sent to the person, newest first' }),
  replies: z
    .array(
      z.object({
        text: z.string().meta({ description: 'Text of the reply', example: 'Can I bring my daughter?' }),
        receivedAt: instant.meta({ description: 'When it was received, ISO 8601 in UTC' }),
      }),
    )
    .meta({ description: 'Replies by text message, newest first' }),
  requests: z.array(request).meta({ description: 'Earlier privacy requests of the person, newest first' }),
})
export type PersonalData = z.output<typeof personalData>

export const openedLink = z.object({
  visit: secret.meta({ description: 'Identifies the person in further calls, for 30 minutes', example: 'v1s1t' }),
  data: personalData.meta({ description: 'Data that Portico stores about the person' }),
})
export type OpenedLink = z.output<typeof openedLink>

export const visitorRequest = z.strictObject({
  visit: secret,
  kind: kind.exclude(['see']).meta({ description: '`correct`, `stop` (using it), `resume` (after a stop) or `delete`', example: 'stop' }),
  text: words.optional(),
})
export type VisitorRequest = z.output<typeof visitorRequest>

export const visitorOutcome = z.object({ data: personalData.nullable().meta({ description: 'Current data; null if it was deleted' }) })
export type VisitorOutcome = z.output<typeof visitorOutcome>

export const retention = z.object({
  days: z.int().meta({ description: 'Number of days after the workshop when everything about its respondents is deleted', example: 180 }),
})

export const requestList = z.strictObject({
  pagination,
  open: z
    .boolean()
    .default(true)
    .meta({ description: 'true: only open requests, most urgent first; false: all requests, newest first', example: true }),
})
export type RequestList = z.output<typeof requestList>

export const privacyRequest = request.extend({
  id: rowId,
  anonymousId: z.string().meta({ description: 'Personal number of the respondent', example: 'K7QM-2XWD-94HTR' }),
  byTelephone: z.boolean().meta({
    description:
      'Whether the person has to be called first because there is no confirmed e-mail address, or because their case was merged since',
    example: false,
  }),
  doneBy: z.string().nullable().meta({
    description: 'Who completed it; null if the person did so through their link, if they were deleted, or if nobody has yet',
    example: 'Adam Admin',
  }),
  text: z.string().nullable().meta({ description: 'What should be corrected', example: 'My family name is Nguyen.' }),
  contact: contact.nullable().meta({ description: 'Contact data of the person, of the kept case if theirs was merged; null if deleted' }),
  unconfirmedContactSince: instant.nullable().meta({
    description: 'When an agency changed the e-mail address or telephone number, ISO 8601 in UTC; null if the person or an admin gave both',
  }),
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
      email: emailAddress.nullable().meta({ description: 'E-mail address; null if there is none', example: 'mai@example.org' }),
      phoneNumber: text(limits.phoneInputMax)
        .regex(/^\+\d{6,17}$/, 'Improperly formatted phone number')
        .nullable()
        .meta({ description: 'Telephone number with country code', example: '+14085550123' }),
    })
    .optional()
    .meta({ description: 'For a correction: new contact data; unchanged if omitted' }),
  replaces: contact.optional().meta({
    description: 'For a correction: the contact data as listed; `CASE_CHANGED` if it was corrected since',
  }),
  confirmed: z
    .boolean()
    .optional()
    .meta({ description: 'For a correction with `contact`: the person confirmed what an agency had changed', example: true }),
})
export type CompletedRequest = z.output<typeof completedRequest>
