import { z } from 'zod'
import { fieldMessages } from '../words/field-messages.ts'
import { accountFlavors, roles } from '../words/roles.ts'
import { limits } from '../words/limits.ts'
import {
  emailAddress,
  instant,
  newPassword,
  proof,
  requiredText,
  rowId,
  shownEmail,
  shownPerson,
  text,
  withMatchingPasswords,
  sharedDevice,
} from './fields.ts'

const code = requiredText(200).meta({ description: 'The secret of a link that was sent by e-mail', example: 'q3Jd0m…' })

export const credentials = z.strictObject({
  email: emailAddress,
  password: text(limits.passwordMax).min(1, 'Required').meta({ description: 'Password', example: 'correct horse battery' }),
  proof,
  sharedDevice,
})
export type Credentials = z.output<typeof credentials>

export const accessToken = z.object({
  accessToken: z.string().meta({ description: 'Bearer token, valid for 10 minutes', example: 'eyJhbGciOiJIUzI1NiJ9…' }),
})

const disguise = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

/** A person's name as shown to others on screens and in e-mails: without line breaks and characters that reorder the surrounding text. */
export const personName = requiredText(limits.nameMax)
  .refine((name) => !disguise.test(name), fieldMessages.unstorable)
  .meta({ description: 'The person’s name', example: 'Ana Reyes' })

/** Registration by link (shared/spec/product.md#sign-in-and-account-forms). */
export const registration = withMatchingPasswords(
  z.strictObject({
    token: code,
    name: personName,
    password: newPassword,
    confirmPassword: newPassword,
  }),
)
export type Registration = z.output<typeof registration>

/** Checks whether a link still works before it is used. */
export const linkCheck = z.strictObject({
  kind: z.enum(['registration', 'verify', 'reset']).meta({ description: 'What the link is for', example: 'registration' }),
  token: code,
})
export type LinkCheck = z.output<typeof linkCheck>

export const verification = z.strictObject({ code })
export const resetRequest = z.strictObject({ email: emailAddress })
export const reset = withMatchingPasswords(z.strictObject({ token: code, password: newPassword, confirmPassword: newPassword }))
export type Reset = z.output<typeof reset>

/** The profile of an account (shared/spec/product.md#entities). */
export const profile = z
  .object({
    id: rowId.meta({ description: 'Names the profile', example: 7 }),
    dateCreated: instant.meta({ description: 'When the account was made, ISO 8601 in UTC' }),
    dateVerified: instant
      .nullable()
      .meta({ description: 'When the e-mail address was confirmed, ISO 8601 in UTC', example: '2025-03-01T18:05:00.000Z' }),
    accountId: rowId.meta({ description: 'Names the account', example: 7 }),
    name: shownPerson,
    email: shownEmail,
    username: z.string().meta({ description: 'The e-mail address used to sign in', example: 'ana@example.org' }),
    roles: z.array(z.enum(roles)).meta({ description: 'What the account may do; rights are the union of its roles', example: ['AGENCY'] }),
    translates: z
      .array(z.string())
      .optional()
      .meta({ description: 'Languages whose texts it translates; left out when there are none', example: ['es'] }),
    signsOffTranslations: z
      .boolean()
      .optional()
      .meta({ description: 'Of a translator: whether they sign translations off too', example: true }),
  })
  .meta({ id: 'Profile', description: 'What an account shows of itself' })
export type Profile = z.output<typeof profile>

export const registrationOptions = z.object({
  accountFlavors: z
    .array(z.enum(accountFlavors))
    .meta({ description: 'Account types you may create; `simple-agency` is account `agency`', example: ['volunteer', 'simple-agency'] }),
})

/**
 * The credentials of the seed data, which prefill the sign-in page; null where there is no seed data (shared/spec/contract.md#seed-data).
 */
export const overriddenCredentials = z
  .object({ email: shownEmail, password: z.string().meta({ description: 'Password of the seed accounts', example: 'a password' }) })
  .nullable()
  .meta({ description: 'null where there is no seed data' })
