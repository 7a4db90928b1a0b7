import { z } from 'zod'
import { accountFlavors, roles } from '../words/roles.ts'
import { limits } from '../words/limits.ts'
import { emailAddress, instant, newPassword, passwordsMatch, requiredText, rowId, text } from './fields.ts'

const code = requiredText(200).meta({ description: 'The secret of a link that was sent by e-mail', example: 'q3Jd0m…' })

export const credentials = z.object({
  email: emailAddress,
  password: text(limits.passwordMax).min(1, 'Required').meta({ description: 'Password', example: 'correct horse battery' }),
})
export type Credentials = z.output<typeof credentials>

export const accessToken = z.object({
  accessToken: z.string().meta({ description: 'Bearer token, good for 10 minutes', example: 'eyJhbGciOiJIUzI1NiJ9…' }),
})

/** Registration by link (product.md section 5). */
export const registration = z
  .object({
    token: code,
    name: requiredText(limits.nameMax).meta({ description: 'The person’s name', example: 'Ana Reyes' }),
    password: newPassword,
    confirmPassword: newPassword,
  })
  .superRefine(passwordsMatch)
export type Registration = z.output<typeof registration>

export const verification = z.object({ code })
export const resetRequest = z.object({ email: emailAddress })
export const reset = z.object({ token: code, password: newPassword, confirmPassword: newPassword }).superRefine(passwordsMatch)
export type Reset = z.output<typeof reset>

/** What an account shows of itself (product.md section 3). */
export const profile = z.object({
  id: rowId,
  dateCreated: instant,
  dateVerified: instant.nullable(),
  accountId: rowId,
  name: z.string(),
  email: z.string(),
  username: z.string(),
  roles: z.array(z.enum(roles)),
})
export type Profile = z.output<typeof profile>

export const registrationOptions = z.object({ accountFlavors: z.array(z.enum(accountFlavors)) })

/** The sign-in of the demonstration data, with which the sign-in page is filled in; null everywhere else (contract section 4). */
export const overriddenCredentials = z.object({ email: z.string(), password: z.string() }).nullable()
