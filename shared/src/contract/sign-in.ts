import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { roles } from '../words/roles.ts'
import { instant, requiredText, rowId, sharedDevice, text } from './fields.ts'
import { passkeyAssertion, passkeyAttestation, passkeyRequest } from './passkeys.ts'

const challengeToken = requiredText(100).meta({
  description: 'The `challenge` of the answer before: valid once, for 5 minutes, from the same network address',
  example: 'q3Jd0mT1xYk',
})
const code = requiredText(40).meta({ description: 'The 6 digits that the authenticator app shows, or a recovery code', example: '492039' })

/** The second step of a sign-in: a code, or a passkey's signature on the challenge. */
export const secondFactor = z.union([
  z.strictObject({ challenge: challengeToken, code, sharedDevice }),
  z.strictObject({ challenge: challengeToken, passkey: passkeyAssertion, sharedDevice }),
])
export type SecondFactor = z.output<typeof secondFactor>

export const passkeyOptionsRequest = z.strictObject({
  challenge: challengeToken.optional().meta({ description: 'Of a sign-in that waits for its second step; left out: a passkey alone' }),
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
  name: requiredText(60).meta({ description: 'What the person calls the device', example: 'Work laptop' }),
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
      .meta({ description: 'Whether the portal has the name that passkeys need; not at a bare IP address', example: true }),
    passkeys: z
      .array(
        z.object({
          id: rowId.meta({ description: 'Id of a passkey', example: 3 }),
          name: z.string().meta({ description: 'What the person calls the device', example: 'Work laptop' }),
          addedAt: instant,
          lastUsedAt,
        }),
      )
      .meta({ description: 'Passkeys, newest first' }),
    authenticator: z.object({ addedAt: instant, lastUsedAt }).nullable().meta({ description: 'The authenticator app; null without one' }),
    recoveryCodesLeft: z.number().meta({ description: 'Recovery codes that were not used yet', example: 10 }),
  })
  .meta({ id: 'MySignIn', description: 'The second factors of an account' })
export type MySignIn = z.output<typeof mySignIn>

/** Whether the caller's role requires a second factor that is not set up yet. */
export const secondFactorRequirement = z.object({
  dueAt: instant.nullable().meta({
    description: 'Until when the caller may do without a second factor; null when nothing is missing',
    example: '2025-04-05T17:30:00.000Z',
  }),
  overdue: z.boolean().meta({ description: 'The deadline has passed: only the calls to set one up work', example: false }),
})
export type SecondFactorRequirement = z.output<typeof secondFactorRequirement>

export const sessionList = z
  .array(
    z.object({
      id: sessionRef.shape.id,
      browser: z.string().meta({ description: 'Browser and system', example: 'Firefox on Windows' }),
      startedAt: instant.meta({ description: 'When the session began, ISO 8601 in UTC' }),
      lastSeenAt: instant.meta({ description: 'When it was last renewed, ISO 8601 in UTC; at most 10 minutes behind its last call' }),
      current: z.boolean().meta({ description: 'The session that asks', example: true }),
    }),
  )
  .meta({ description: 'Sessions that have not ended, the last seen first' })
export type SessionList = z.output<typeof sessionList>

/** Shown only once, because only hashes are stored. */
export const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({
    description:
      'New recovery codes, each valid once and shown only now; empty when there are some already, or nothing that they could stand in for',
    example: ['K7QM-2XWD-94HT'],
  }),
})
export type RecoveryCodes = z.output<typeof recoveryCodes>

export const newAuthenticator = z.object({
  secret: z.string().meta({ description: 'Secret of the authenticator app, base32', example: 'JBSWY3DPEHPK3PXP' }),
  uri: z
    .string()
    .meta({ description: 'The same for a QR code', example: 'otpauth://totp/Portico:ana%40example.org?secret=JBSWY3DPEHPK3PXP' }),
})
export type NewAuthenticator = z.output<typeof newAuthenticator>

const role = z.enum(roles).meta({ description: 'Role', example: 'AGENCY' })
const graceDays = z
  .int()
  .min(0)
  .max(90)
  .meta({ description: 'Days that people have to set one up, from the start of the rule or of their account', example: 14 })

/** The rule of one role: whether its accounts need a second factor. */
export const signInRule = z.strictObject({
  role,
  required: z.boolean().meta({ description: 'Whether the role needs a second factor', example: true }),
  graceDays,
})
export type SignInRule = z.output<typeof signInRule>

export const signInPolicy = z
  .array(
    signInRule.extend({
      requiredSince: instant.nullable().meta({ description: 'When the rule began; null without one', example: '2025-04-05T17:30:00.000Z' }),
      accounts: z.number().meta({ description: 'Accounts of the role that may sign in', example: 12 }),
      accountsWithout: z.number().meta({ description: 'How many of them have no second factor yet', example: 5 }),
    }),
  )
  .meta({ description: 'The rule of each role' })
export type SignInPolicy = z.output<typeof signInPolicy>

export const accountRef = z.strictObject({ id: rowId.meta({ description: 'Id of an account', example: 7 }) })
