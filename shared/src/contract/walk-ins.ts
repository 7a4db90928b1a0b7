import { z } from 'zod'
import { languageCodes } from '../words/languages.ts'
import { limits } from '../words/limits.ts'
import { anonymousId, emailAddress, instant, lookupName, requiredText, shownLanguage, shownName, shownPerson } from './fields.ts'

export const walkInId = z.int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Id of a walk-in, a whole number', example: 31 })

const phoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{5,16}$/, 'Enter a phone number with its country')
  .optional()
  .meta({ description: 'Telephone number, + and digits', example: '+14085550123' })

const who = {
  name: lookupName.meta({ description: 'Name of the workshop', example: 'citizenship_day_2025' }),
  fullName: requiredText(limits.nameMax).meta({ description: 'Full name', example: 'Mai Nguyen' }),
  phoneNumber,
  email: emailAddress.optional(),
}

export const findLikelyDuplicates = z.strictObject(who)
export type FindLikelyDuplicates = z.output<typeof findLikelyDuplicates>

export const duplicateMatches = ['phone', 'email', 'name'] as const

export const likelyDuplicate = z
  .object({
    anonymousId,
    fullName: shownPerson,
    phoneEnd: z.string().nullable().meta({ description: 'Last four digits of their telephone number', example: '0142' }),
    green: z.boolean().meta({ description: 'Whether they are green and may enter; reveals nothing else about their flag', example: true }),
    matches: z.array(z.enum(duplicateMatches)).meta({ description: 'What matches', example: ['phone'] }),
  })
  .meta({ id: 'LikelyDuplicate', description: 'A respondent of the workshop who may be the same person' })
export type LikelyDuplicate = z.output<typeof likelyDuplicate>

export const startWalkIn = z.strictObject({
  ...who,
  language: z.enum(languageCodes).meta({ description: 'Language in which they answer', example: 'vi' }),
})
export type StartWalkIn = z.output<typeof startWalkIn>
export const startedWalkIn = z.object({ walkInId })

export const byWalkIn = z.strictObject({ walkInId })
export type ByWalkIn = z.output<typeof byWalkIn>

export const createWalkInLink = z.strictObject({
  walkInId,
  together: z.boolean().meta({ description: 'Whether you enter the answers together with them', example: false }),
})
export type CreateWalkInLink = z.output<typeof createWalkInLink>

/** The secret of a link, as returned by the server and sent back with a submission. */
export const walkInToken = z
  .string()
  .regex(/^[\w-]{43}$/)
  .meta({ description: 'Secret of a walk-in’s link', example: 'H0i5sQe8n1kqv2cH4V0b7Tq6yQ0pW9m3JxUu2LrZk8E' })

export const walkInLink = z.object({
  token: walkInToken.meta({
    description: 'Secret of the link, returned only once; it is placed after the #, which browsers never send to a server',
  }),
  workshopName: shownName,
  questionnaireName: shownName,
})

export const openWalkIn = z.strictObject({ token: walkInToken })

export const openedWalkIn = z.object({
  language: shownLanguage,
  together: z.boolean().meta({ description: 'Whether staff of the workshop enter the answers together with them', example: false }),
  answers: z
    .record(z.string(), z.string())
    .meta({ description: 'Question identifier → answer already recorded at the door', example: { fullName: 'Mai Nguyen' } }),
  nameIdentifier: z
    .string()
    .optional()
    .meta({ description: 'Identifier of the question about the full name, if the questionnaire has one', example: 'fullName' }),
})
export type OpenedWalkIn = z.output<typeof openedWalkIn>

/** A walk-in who has not submitted their answers yet, as listed at the door. */
export const waitingWalkIn = z.object({
  walkInId,
  fullName: shownPerson,
  language: shownLanguage,
  startedAt: instant.meta({ description: 'When the record was started, ISO 8601 in UTC' }),
  startedBy: shownPerson,
})
export type WaitingWalkIn = z.output<typeof waitingWalkIn>

/** How a walk-in's answers were submitted. */
export const answeredAtDoor = z.object({
  startedBy: shownPerson.meta({ description: 'Who started the record at the door', example: 'Vera Varga' }),
  answeredWith: shownPerson
    .nullable()
    .meta({ description: 'Who entered the answers together with them; null if they answered alone', example: null }),
  timestampUTC: instant.meta({ description: 'When the record was started, ISO 8601 in UTC' }),
})
