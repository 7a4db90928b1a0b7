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

const code = requiredText(200).meta({ description: 'Secret of a link that was sent by e-mail', example: 'q3Jd0m…' })

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

const disguise = /[\p{Cc}\u202a-\u202e\u2066-\u2069/\\]/u

/**
 * A person's name as shown to others on screens and in e-mails: without line breaks, slashes
 * (a name is no web address), and characters that reorder the surrounding text.
 */
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
  kind: z.enum(['registration', 'verify', 'reset']).meta({ description: 'Purpose of the link', example: 'registration' }),
  token: code,
})
export type LinkCheck = z.output<typeof linkCheck>

export const verification = z.strictObject({ code })
export const resetRequest = z.strictObject({ email: emailAddress, proof })
export const reset = withMatchingPasswords(z.strictObject({ token: code, password: newPassword, confirmPassword: newPassword }))
export type Reset = z.output<typeof reset>

/** The profile of an account (shared/spec/product.md#entities). */
export const profile = z
  .object({
    id: rowId.meta({ description: 'Id of the profile', example: 7 }),
    dateCreated: instant.meta({ description: 'When the account was created, ISO 8601 in UTC' }),
    dateVerified: instant
      .nullable()
      .meta({ description: 'When the e-mail address was confirmed, ISO 8601 in UTC', example: '2025-03-01T18:05:00.000Z' }),
    accountId: rowId.meta({ description: 'Id of the account', example: 7 }),
    name: shownPerson,
    email: shownEmail,
    username: z.string().meta({ description: 'The e-mail address used to sign in', example: 'ana@example.org' }),
    roles: z.array(z.enum(roles)).meta({ description: 'Roles of the account; it has the rights of each', example: ['AGENCY'] }),
    translates: z
      .array(z.string())
      .optional()
      .meta({ description: 'Languages that the account translates; omitted if there are none', example: ['es'] }),
    signsOffTranslations: z
      .boolean()
      .optional()
      .meta({ description: 'Whether a translator may also sign off translations', example: true }),
  })
  .meta({ id: 'Profile', description: 'Profile of the signed-in account' })
export type Profile = z.output<typeof profile>

export const registrationOptions = z.object({
  accountFlavors: z.array(z.enum(accountFlavors)).meta({
    description: 'Account types you may create; `simple-agency` is account type `agency`',
    example: ['volunteer', 'simple-agency'],
  }),
})

/**
 * The credentials of the seed data, which prefill the sign-in page; null where there is no seed data (shared/spec/contract.md#seed-data).
 */
export const overriddenCredentials = z
  .object({ email: shownEmail, password: z.string().meta({ description: 'Password of the seed accounts', example: 'a password' }) })
  .nullable()
  .meta({ description: 'null if there is no seed data' })
