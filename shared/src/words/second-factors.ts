/** The ways in which a person can confirm a sign-in after the password; a recovery code stands in for a device that is lost. */
export const secondFactorMethods = ['passkey', 'authenticator', 'recovery-code'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/** What can change about how an account, or what acts for it, signs in; the person is told of each by e-mail. */
export const signInChanges = [
  'passkey-added',
  'passkey-removed',
  'authenticator-added',
  'authenticator-removed',
  'recovery-codes-replaced',
  'recovery-code-used',
  'sessions-ended',
  'wrong-codes',
  'removed-by-admin',
  'api-token-made',
  'single-sign-on-linked',
] as const
export type SignInChange = (typeof signInChanges)[number]
