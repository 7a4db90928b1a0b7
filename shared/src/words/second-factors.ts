/** The methods of confirming a sign-in after the password; a recovery code replaces a lost device. */
export const secondFactorMethods = ['passkey', 'authenticator', 'recovery-code'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/** The changes to how an account, or a token acting for it, signs in; each is announced to the person by e-mail. */
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
