import * as contract from '@portico/shared/contract/auth'
import { nothing } from '@portico/shared/contract/fields'
import { passkeyRequest } from '@portico/shared/contract/passkeys'
import * as signInContract from '@portico/shared/contract/sign-in'
import { manualMutation, mutation, noInput, query, router, wrongLinks } from '../../api/procedures.ts'
import { getOverriddenCredentials } from './seed-credentials.ts'
import { checkLink } from './queries.ts'
import { beginResetPassword, finishResetPassword, refresh, register, signIn, signOut, verify } from './commands.ts'
import { mySignInRouter } from './my-sign-in/router.ts'
import { singleSignOnRouter } from './single-sign-on/router.ts'
import { signInWithPasskey, signInWithSecondFactor, startPasskeySignIn } from './second-factor/sign-in.ts'

export const authRouter = router({
  login: router({
    // The password is checked before the transaction begins; refused attempts are audited too.
    local: manualMutation
      .meta({
        summary: 'Sign in',
        withoutEnvelope: true,
        noBatch: true,
        limited: true,
        cookie: true,
        failures: ['SECOND_FACTOR_REQUIRED'],
        description:
          'Returns the access token and sets the session cookie that `auth/tokens/refresh` renews it with. An account that is disabled or not verified is answered like a wrong password. For an account with a second factor the right password is answered `SECOND_FACTOR_REQUIRED`, with the `challenge` and `methods` for `auth/login/secondFactor`.',
      })
      .input(contract.credentials)
      .output(contract.accessToken)
      .mutation(({ ctx, input }) => signIn(ctx, input)),
    // Refused attempts are counted and audited although the sign-in is rolled back. Not counted by address, so that nobody there can keep
    // others from their second step: the challenge proves the password, and limits the tries.
    secondFactor: manualMutation
      .meta({
        summary: 'Complete a sign-in with a second factor',
        withoutEnvelope: true,
        noBatch: true,
        limited: true,
        cookie: true,
        turns: { input: 'challenge' },
        failures: ['WRONG_SECOND_FACTOR', 'PASSKEY_NOT_ACCEPTED', 'CHALLENGE_EXPIRED'],
        description:
          'Takes the `challenge` of `auth/login/local` with a code of the authenticator app, a recovery code, or a passkey’s signature on the challenge (`auth/login/passkeyOptions`). The challenge is valid once, for 5 minutes, from the same network address, and for 5 wrong answers at most. A code works once.',
      })
      .input(signInContract.secondFactor)
      .output(contract.accessToken)
      .mutation(({ ctx, input }) => signInWithSecondFactor(ctx, input)),
    passkeyOptions: mutation
      .meta({
        summary: 'Get options for signing in with a passkey',
        noBatch: true,
        limit: { name: 'passkeySignInPerAddress', by: 'address', unless: 'challenge' },
        turns: { input: 'challenge' },
        failures: ['CHALLENGE_EXPIRED'],
        description: 'With the `challenge` of `auth/login/local`, for the second factor; without it, for signing in with a passkey alone.',
      })
      .input(signInContract.passkeyOptionsRequest)
      .output(passkeyRequest)
      .mutation(({ ctx, input }) => startPasskeySignIn(ctx, input)),
    // Cookies are set only after the session is committed.
    passkey: manualMutation
      .meta({
        summary: 'Sign in with a passkey alone',
        withoutEnvelope: true,
        noBatch: true,
        limit: { name: 'passkeySignInPerAddress', by: 'address' },
        cookie: true,
        failures: ['PASSKEY_NOT_ACCEPTED', 'CHALLENGE_EXPIRED'],
        description: 'The device must have verified the user (PIN or fingerprint), so that the passkey counts as two factors.',
      })
      .input(signInContract.passkeySignIn)
      .output(contract.accessToken)
      .mutation(({ ctx, input }) => signInWithPasskey(ctx, input)),
  }),
  mySignIn: mySignInRouter,
  singleSignOn: singleSignOnRouter,
  getOverriddenCredentials: query
    .meta({
      summary: 'Get the credentials of the seed data, if there is any',
    })
    .input(noInput)
    .output(contract.overriddenCredentials)
    .query(({ ctx }) => getOverriddenCredentials(ctx)),
  tokens: router({
    // Ending a session on token reuse must not be rolled back with the refusal.
    refresh: manualMutation
      .meta({
        summary: 'Get a new access token for the session cookie',
        withoutEnvelope: true,
        cookie: true,
        turns: 'session',
        failures: ['NO_SESSION'],
        description:
          'The cookie is replaced with each call. Using an old one more than 10 seconds later ends the session, because it must have been copied.',
      })
      .input(noInput)
      .output(contract.accessToken)
      .mutation(({ ctx }) => refresh(ctx)),
  }),
  checkLink: query
    .meta({
      summary: 'Check whether an e-mailed link still works',
      failures: ['INVALID_CODE'],
      description: 'The link is not used up: pages opened from links call this before they show a form.',
    })
    .input(contract.linkCheck)
    .output(nothing)
    .query(({ ctx, input }) => checkLink(ctx, input)),
  // Always succeeds: if no session is found, there is nothing to roll back.
  'sign-out': manualMutation
    .meta({ summary: 'End the session', cookie: true, turns: 'session' })
    .input(noInput)
    .output(nothing)
    .mutation(({ ctx }) => signOut(ctx)),
  register: router({
    // The password is hashed before the transaction begins.
    local: manualMutation
      .meta({
        summary: 'Register with a link',
        noBatch: true,
        limit: wrongLinks,
        turns: { input: 'token' },
        failures: ['INVALID_CODE', 'INVALID_REQUEST'],
        description:
          'The address, role, agency and workshops are those of the invitation. A link to confirm the address is sent. `INVALID_REQUEST`: a password that is too easy to guess.',
      })
      .input(contract.registration)
      .output(nothing)
      .mutation(({ ctx, input }) => register(ctx, input)),
    verify: mutation
      .meta({
        summary: 'Confirm an e-mail address',
        limit: wrongLinks,
        turns: { input: 'code' },
        failures: ['INVALID_CODE'],
      })
      .input(contract.verification)
      .output(nothing)
      .mutation(({ ctx, input }) => verify(ctx, input)),
  }),
  // The response is delayed by a fixed time outside the transaction.
  beginResetPassword: manualMutation
    .meta({
      summary: 'Request a link to set a new password',
      limit: { name: 'resetPerAddress', by: 'address', past: 'proof' },
      description:
        'The answer is the same, in the same time, whether or not the address is known. Past the limit of a network address the 429 carries a `challenge`, and the call is accepted with its `proof`.',
    })
    .input(contract.resetRequest)
    .output(nothing)
    .mutation(({ ctx, input }) => beginResetPassword(ctx, input)),
  // The password is hashed before the transaction begins.
  finishResetPassword: manualMutation
    .meta({
      summary: 'Set a new password with a link',
      noBatch: true,
      limit: wrongLinks,
      turns: { input: 'token' },
      failures: ['INVALID_CODE', 'INVALID_REQUEST'],
      description: 'Ends every session of the account. `INVALID_REQUEST`: a password that is too easy to guess.',
    })
    .input(contract.reset)
    .output(nothing)
    .mutation(({ ctx, input }) => finishResetPassword(ctx, input)),
})
