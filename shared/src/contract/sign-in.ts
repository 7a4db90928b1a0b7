import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { roles } from '../words/roles.ts'
import { instant, requiredText, rowId, sharedDevice, text } from './fields.ts'
import { passkeyAssertion, passkeyAttestation, passkeyRequest } from './passkeys.ts'

const challengeToken = requiredText(100).meta({
  description: 'The `challenge` of the previous response: valid once, for 5 minutes, from the same network address',
  example: 'q3Jd0mT1xYk',
})
const code = requiredText(40).meta({ description: '6-digit code of the authenticator app, or a recovery code', example: '492039' })

/** The second step of a sign-in: a code, or a passkey's signature on the challenge. */
export const secondFactor = z.union([
  z.strictObject({ challenge: challengeToken, code, sharedDevice }),
  z.strictObject({ challenge: challengeToken, passkey: passkeyAssertion, sharedDevice }),
])
export type SecondFactor = z.output<typeof secondFactor>

export const passkeyOptionsRequest = z.strictObject({
  challenge: challengeToken
    .optional()
    .meta({ description: 'The `challenge` of a sign-in that requires a second factor; omit it to sign in with a passkey alone' }),
})
export type PasskeyOptionsRequest = z.output<typeof passkeyOptionsRequest>

export const passkeySignIn = z.strictObject({ passkey: passkeyAssertion, sharedDevice })
export type PasskeySignIn = z.output<typeof passkeySignIn>

/** A fresh proof of identity, required before a change: the password, or the second factor if the account has one. */
export const proof = z.union([
  z.strictObject({
    password: text(limits.passwordMax).min(1, 'Required').meta({ description: 'Password', example: 'correct horse battery' }),
  }),
  z.strictObject({ code }),
  z.strictObject({ passkey: passkeyAssertion }),
])
export type Proof = z.output<typeof proof>

export const newPasskey = z.strictObject({
  name: requiredText(60).meta({ description: 'Name that the user gave the device', example: 'Work laptop' }),
  passkey: passkeyAttestation,
})
export type NewPasskey = z.output<typeof newPasskey>

export const passkeyRef = z.strictObject({ id: rowId })
export const sessionRef = z.strictObject({
  id: z.uuid().meta({ description: 'Id of a session', example: '7f0c2c5e-0a7e-4a57-b0a6-4f6f1a3f9c11' }),
})
export const authenticatorCode = z.strictObject({ code })
export const passkeyOptions = passkeyRequest

const lastUsedAt = instant.nullable().meta({ description: 'When it was last used, ISO 8601 in UTC', example: '2025-04-05T17:30:00.000Z' })

/** The caller's sign-in methods. */
export const mySignIn = z
  .object({
    passkeysWork: z
      .boolean()
      .meta({ description: 'Whether passkeys can be used: they need a host name, not a bare IP address', example: true }),
    passkeys: z
      .array(
        z.object({
          id: rowId.meta({ description: 'Id of a passkey', example: 3 }),
          name: z.string().meta({ description: 'Name that the user gave the device', example: 'Work laptop' }),
          addedAt: instant,
          lastUsedAt,
        }),
      )
      .meta({ description: 'Passkeys, newest first' }),
    authenticator: z.object({ addedAt: instant, lastUsedAt }).nullable().meta({ description: 'Authenticator app; null if there is none' }),
    recoveryCodesLeft: z.number().meta({ description: 'Number of unused recovery codes', example: 10 }),
  })
  .meta({ id: 'MySignIn', description: 'The second factors of an account' })
export type MySignIn = z.output<typeof mySignIn>

/** Whether the caller's role requires a second factor that is not set up yet. */
export const secondFactorRequirement = z.object({
  dueAt: instant.nullable().meta({
    description: 'When the caller must have set up a second factor, ISO 8601 in UTC; null if nothing is missing',
    example: '2025-04-05T17:30:00.000Z',
  }),
  overdue: z
    .boolean()
    .meta({ description: 'Whether the deadline has passed; if so, only the calls that set up a second factor work', example: false }),
})
export type SecondFactorRequirement = z.output<typeof secondFactorRequirement>

export const sessionList = z
  .array(
    z.object({
      id: sessionRef.shape.id,
      browser: z.string().meta({ description: 'Browser and operating system', example: 'Firefox on Windows' }),
      startedAt: instant.meta({ description: 'When the session started, ISO 8601 in UTC' }),
      lastSeenAt: instant.meta({ description: 'When it was last renewed, ISO 8601 in UTC; at most 10 minutes before its last call' }),
      current: z.boolean().meta({ description: 'Whether it is the session of the caller', example: true }),
    }),
  )
  .meta({ description: 'Active sessions, most recently seen first' })
export type SessionList = z.output<typeof sessionList>

/** Shown only once, because only hashes are stored. */
export const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({
    description:
      'New recovery codes, each valid once, returned only once; empty if there are some already, or there is nothing that they could replace',
    example: ['K7QM-2XWD-94HT'],
  }),
})
export type RecoveryCodes = z.output<typeof recoveryCodes>

export const newAuthenticator = z.object({
  secret: z.string().meta({ description: 'Secret of the authenticator app, base32', example: 'JBSWY3DPEHPK3PXP' }),
  uri: z
    .string()
    .meta({ description: 'The same as a URI, for a QR code', example: 'otpauth://totp/Portico:ana%40example.org?secret=JBSWY3DPEHPK3PXP' }),
})
export type NewAuthenticator = z.output<typeof newAuthenticator>

const role = z.enum(roles).meta({ description: 'Role', example: 'AGENCY' })
const graceDays = z.int().min(0).max(90).meta({
  description: 'Days that people have to set up a second factor, from the start of the rule or the creation of their account',
  example: 14,
})

/** The rule of one role: whether its accounts need a second factor. */
export const signInRule = z.strictObject({
  role,
  required: z.boolean().meta({ description: 'Whether the role requires a second factor', example: true }),
  graceDays,
})
export type SignInRule = z.output<typeof signInRule>

export const signInPolicy = z
  .array(
    signInRule.extend({
      requiredSince: instant
        .nullable()
        .meta({ description: 'When the rule began, ISO 8601 in UTC; null if there is none', example: '2025-04-05T17:30:00.000Z' }),
      accounts: z.number().meta({ description: 'Number of accounts with the role that may sign in', example: 12 }),
      accountsWithout: z.number().meta({ description: 'Number of them that have no second factor yet', example: 5 }),
    }),
  )
  .meta({ description: 'Rules, one per role' })
export type SignInPolicy = z.output<typeof signInPolicy>

export const accountRef = z.strictObject({ id: rowId.meta({ description: 'Id of an account', example: 7 }) })
