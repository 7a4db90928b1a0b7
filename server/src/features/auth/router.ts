import * as contract from '@portico/shared/contract/auth'
import { nothing } from '@portico/shared/contract/fields'
import { manualMutation, mutation, noInput, query, router } from '../../api/procedures.ts'
import { getOverriddenCredentials } from './seed-credentials.ts'
import { beginResetPassword, finishResetPassword, refresh, register, signIn, signOut, verify } from './commands.ts'

export const authRouter = router({
  login: router({
    // The password is checked before any transaction begins; a refusal is audited too.
    local: manualMutation
      .meta({
        summary: 'Sign in',
        bare: true,
        noBatch: true,
        limited: true,
        cookie: true,
        description:
          'Answers the access token, and sets the session cookie that `auth/tokens/refresh` renews it with. An account that is disabled or not verified is answered like a wrong password.',
      })
      .input(contract.credentials)
      .output(contract.accessToken)
      .mutation(({ ctx, input }) => signIn(ctx, input)),
  }),
  getOverriddenCredentials: query
    .meta({
      summary: 'The sign-in of the demonstration data, where there is such data',
    })
    .input(noInput)
    .output(contract.overriddenCredentials)
    .query(({ ctx }) => getOverriddenCredentials(ctx)),
  tokens: router({
    // A refusal must not roll back what reuse detection ends.
    refresh: manualMutation
      .meta({
        summary: 'A new access token for the session cookie',
        bare: true,
        cookie: true,
        failures: ['NO_SESSION'],
        description:
          'The cookie is replaced with each call. An old one that comes back after 10 seconds ends the session: somebody has a copy.',
      })
      .input(noInput)
      .output(contract.accessToken)
      .mutation(({ ctx }) => refresh(ctx)),
  }),
  // Always succeeds: a session that cannot be found leaves nothing to roll back.
  'sign-out': manualMutation
    .meta({ summary: 'End the session', cookie: true })
    .input(noInput)
    .output(nothing)
    .mutation(({ ctx }) => signOut(ctx)),
  register: router({
    // The password is hashed before the transaction begins.
    local: manualMutation
      .meta({
        summary: 'Register with a link',
        limited: true,
        failures: ['INVALID_CODE', 'INVALID_REQUEST'],
        description:
          'The address, role, agency and workshops are those of the invitation. A link to confirm the address is sent. `INVALID_REQUEST`: a password that anybody would try first.',
      })
      .input(contract.registration)
      .output(nothing)
      .mutation(({ ctx, input }) => register(ctx, input)),
    verify: mutation
      .meta({
        summary: 'Confirm an e-mail address',
        limited: true,
        failures: ['INVALID_CODE'],
      })
      .input(contract.verification)
      .output(nothing)
      .mutation(({ ctx, input }) => verify(ctx, input)),
  }),
  // The answer waits for a fixed time, outside the transaction.
  beginResetPassword: manualMutation
    .meta({
      summary: 'Ask for a link to set a new password',
      limited: true,
      description: 'The answer is the same, in the same time, whether or not the address is known.',
    })
    .input(contract.resetRequest)
    .output(nothing)
    .mutation(({ ctx, input }) => beginResetPassword(ctx, input)),
  // The password is hashed before the transaction begins.
  finishResetPassword: manualMutation
    .meta({
      summary: 'Set a new password with a link',
      limited: true,
      failures: ['INVALID_CODE', 'INVALID_REQUEST'],
      description: 'Ends every session of the account. `INVALID_REQUEST`: a password that anybody would try first.',
    })
    .input(contract.reset)
    .output(nothing)
    .mutation(({ ctx, input }) => finishResetPassword(ctx, input)),
})
