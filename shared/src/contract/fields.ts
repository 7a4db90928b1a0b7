import { z } from 'zod'
import './issue-messages.ts'
import { fieldMessages } from '../words/field-messages.ts'
import { writtenId } from '../rules/scanned-id.ts'
import { limits } from '../words/limits.ts'
import { rulesReason, undoneReason } from '../words/rules-reason.ts'

/** Returns whether PostgreSQL can store this text: no U+0000 and no lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** Text of at most `max` characters, unchanged. */
export function text(max: number) {
  return z.string().max(max).refine(isStorable, fieldMessages.unstorable)
}

/** Required text, trimmed: spaces alone do not count. */
export function requiredText(max: number) {
  return text(max).trim().min(1, fieldMessages.required)
}

export const rowId = z.int().min(1).max(2_147_483_647).meta({ description: 'Id, a whole number', example: 12 })

export const answerId = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: 'Stable id of an answer in a response, a whole number', example: 13_316 })

export const anonymousId = text(40)
  .trim()
  .min(1, fieldMessages.required)
  .overwrite((id) => writtenId(id) ?? id)
  .meta({
    description: 'Personal number by which staff know a respondent: 13 letters and digits, in upper or lower case, with or without hyphens',
    example: 'K7QM-2XWD-94HTR',
  })

export const emailAddress = text(limits.emailMax)
  .trim()
  .min(1, fieldMessages.required)
  .pipe(z.email(fieldMessages.email))
  .meta({ description: 'E-mail address', example: 'ana@example.org' })

/** The title rule of questionnaires, also used for workshops (shared/spec/product.md#names-of-questionnaires-and-workshops). */
export const nameRule = 'Must contain only letters, numbers, and underscores.  Must not start with a number.'

export const ruledName = requiredText(limits.nameMax)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, nameRule)
  .meta({ description: 'Letters, digits and underscores, not starting with a digit', example: 'citizenship_day_2025' })

/** A name to look something up by: any text, so that an invalid name is merely not found. */
export const lookupName = text(limits.nameMax)
  .min(1, fieldMessages.required)
  .meta({ description: 'Name of a questionnaire or workshop', example: 'citizenship_day_2025' })

export const languageTag = text(35).min(1, fieldMessages.required).meta({ description: 'BCP 47 language tag', example: 'es' })

export const translatedLanguage = languageTag.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, 'Write a language code such as es or zh-Hans')

export const instant = z.iso
  .datetime({ offset: true })
  .refine((at) => isStorableYear(new Date(at)), 'Name a time in the years 1900 to 9999')
  .meta({ description: 'Instant, ISO 8601 in UTC', example: '2025-04-05T17:30:00.000Z' })

export const calendarDate = z.iso
  .date()
  .refine((day) => isStorableYear(new Date(day)), 'Name a day in the years 1900 to 9999')
  .meta({ description: 'Calendar date, YYYY-MM-DD', example: '2025-04-05' })

// PostgreSQL has no year 0, and only four-digit years survive a round trip. Invalid dates are reported elsewhere.
function isStorableYear(date: Date): boolean {
  const year = date.getUTCFullYear()
  return Number.isNaN(year) || (year >= 1900 && year <= 9999)
}

const aReason = { description: 'Reason, as written by the reviewer', example: 'Traffic ticket only; court paper seen.' }

export const reason = requiredText(limits.reasonMax).meta(aReason)

/** A reason for a decision on an answer: it must not look like one that rules or an undo give. */
export const answerReason = requiredText(limits.reasonMax)
  .refine((text) => !rulesReason.test(text), 'Must not begin with “Rules of version …:”.')
  .refine((text) => text !== undoneReason, `Must not be “${undoneReason}”. Say why.`)
  .meta(aReason)

/** The solved proof of work for a call that is slowed down past its limit (shared/spec/contract.md#limits). */
export const proof = text(400)
  .optional()
  .meta({ description: 'Solution of the challenge in a 429 response', example: 'v1.18.1743874200000.Jm3k….s8Qd…:48213' })

/** Marks the browser as one that others use too. */
export const sharedDevice = z
  .boolean()
  .optional()
  .meta({ description: 'Whether others also use the browser; the session then ends after 60 minutes of inactivity', example: false })

/** For objects that several admins may change (shared/spec/contract.md#changes-by-several-admins). */
export const version = z
  .int()
  .min(1)
  .meta({ description: 'Version, incremented with each change; send it back as `ifVersion`', example: 3 })
export const ifVersion = z.int().min(0).max(2_147_483_647).optional().meta({
  description: 'Save only if this is the current `version`, otherwise `CHANGED_MEANWHILE`; 0: only if it does not exist yet',
  example: 3,
})

export const nothing = z.object({}).meta({ description: 'An empty object' })

export const newPassword = text(limits.passwordMax)
  .min(limits.passwordMin, fieldMessages.passwordLength)
  .meta({ description: 'Password of at least 8 characters', example: 'correct horse battery' })

/**
 * A form with a new password and its confirmation: a mismatch is reported at both fields, even if they have other faults
 * (shared/spec/product.md#sign-in-and-account-forms).
 */
export function withMatchingPasswords<Schema extends z.ZodType<{ password: string; confirmPassword: string }>>(schema: Schema): Schema {
  const matches = ({ password, confirmPassword }: { password: string; confirmPassword: string }) => password === confirmPassword
  const fault = { message: fieldMessages.doesNotMatch, when: ({ value }: z.core.ParsePayload) => arePasswords.safeParse(value).success }
  return schema.refine(matches, { ...fault, path: ['password'] }).refine(matches, { ...fault, path: ['confirmPassword'] })
}

const arePasswords = z.object({ password: z.string(), confirmPassword: z.string() })

/** Fields that several responses share. */
export const shownName = z.string().meta({ description: 'Name of a questionnaire or workshop', example: 'citizenship_day_2025' })
export const shownLanguage = z.string().meta({ description: 'BCP 47 language tag', example: 'es' })
export const shownLanguages = z
  .array(shownLanguage)
  .meta({ description: 'Available languages, the default first', example: ['en', 'es', 'vi'] })
export const shownEmail = z.string().meta({ description: 'E-mail address', example: 'ana@example.org' })
export const shownPerson = z.string().meta({ description: 'A person’s name', example: 'Ana Alvarez' })
export const shownDay = z
  .string()
  .nullable()
  .meta({ description: 'Calendar date in its time zone, YYYY-MM-DD; null if none is set', example: '2025-04-05' })

/** Identifies a respondent, in the documented nesting. */
export const respondentRef = z.strictObject({ anonymousId }).meta({ description: 'The respondent' })
export const byRespondent = z.strictObject({ respondent: respondentRef })
export type ByRespondent = z.output<typeof byRespondent>
